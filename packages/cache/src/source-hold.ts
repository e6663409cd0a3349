/** One hold on a shared source. */
import type { KubeObject } from '@kubewright/core'
import type { Change } from './change.ts'
import { cacheErrors } from './errors.ts'
import type { IndexFailed } from './index-failures.ts'
import type { SharedSource } from './shared-source.ts'
import type { Source } from './source.ts'
import { nameOf } from './source-failure.ts'

/** A view that does not hold the source: disposing it only ends the subscriptions made through it. */
export function sourceView(shared: SharedSource): Source {
  return sourceHold(shared, () => undefined)
}

const shareds = new WeakMap<Source, SharedSource>()

/** The shared source of a hold or view. */
export function sharedBehind(source: Source): SharedSource | undefined {
  return shareds.get(source)
}

/** @param release called once, on the first dispose */
export function sourceHold(shared: SharedSource, release: () => void): Source {
  const subscriptions = new Set<Disposable>()
  /** Ends the reports of index failures to this holder. */
  const registrations = new Set<Disposable>()
  let isHeld = true
  const source: Source = {
    resource: shared.resource,
    scope: shared.scope,
    get state() {
      return shared.state
    },
    get isSynced() {
      return shared.followed.isSynced
    },
    get size() {
      return shared.followed.store.size
    },
    get estimatedBytes() {
      return shared.estimatedBytes
    },
    get silentMs() {
      return shared.silentMs
    },
    get: (ref) => shared.followed.store.get(ref),
    list: (scope) => shared.followed.store.list(scope),
    find: (index, value, scope) => shared.followed.store.find(index, value, scope),
    synced: (options) => shared.synced(options),
    addIndex(index, failed) {
      const receiving = shared.followed.addIndex(index, failed as IndexFailed | undefined)
      if (receiving !== undefined) registrations.add(receiving)
    },
    subscribe(listener) {
      if (!isHeld) throw released(shared)
      return subscribing(shared, listener as (change: Change<KubeObject>) => void, subscriptions)
    },
    [Symbol.dispose]() {
      if (!isHeld) return
      isHeld = false
      for (const one of [...subscriptions, ...registrations]) one[Symbol.dispose]()
      release()
    },
  }
  shareds.set(source, shared)
  return source
}

function subscribing(
  shared: SharedSource,
  listener: (change: Change<KubeObject>) => void,
  subscriptions: Set<Disposable>,
): Disposable {
  const inner = shared.subscribe(listener)
  const subscription = {
    [Symbol.dispose]() {
      subscriptions.delete(subscription)
      inner[Symbol.dispose]()
    },
  }
  subscriptions.add(subscription)
  return subscription
}

function released({ resource }: SharedSource): Error {
  return cacheErrors('KW_CACHE_CLOSED', {
    what: `subscribe to ${nameOf(resource)}`,
    why: 'this Source has been disposed',
    next: 'Dispose it after everything that uses it, or take a hold of your own from the cache.',
    details: { kind: resource.kind },
  })
}
