/** Puts a cache together. */
import type { Client } from '@kubewright/client'
import { type Clock, type KubeObject, type Random, systemClock, systemRandom } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Cache, WriteWindow } from './cache.ts'
import type { CacheObserver } from './cache-observer.ts'
import { cacheErrors } from './errors.ts'
import type { IndexDefinition } from './index-definition.ts'
import { keyOf } from './object-store.ts'
import { SharedSource } from './shared-source.ts'
import type { Source, SourceOptions, SourceScope } from './source.ts'
import { nameOf } from './source-failure.ts'

export interface CacheOptions {
  /** Its own: writes go through the client that `readYourWrites` returns. */
  readonly client: Client
  readonly clock?: Clock
  readonly random?: Random
  /** Freezes every object, so that a test finds whoever changes one. @default false */
  readonly freezes?: boolean
  /** Who hears what happens to a source. */
  readonly observe?: (source: { readonly resource: Resource; readonly scope: SourceScope }) => CacheObserver
  /** Hears of listeners that throw. */
  readonly report?: (error: unknown) => void
}

/** Nothing is watched before somebody holds a source. */
export function createCache(options: CacheOptions): Cache {
  const kinds = new Sources(options)
  return {
    source: (resource, scope, how) => kinds.hold(resource, scope ?? {}, how ?? {}),
    get: (resource, ref) => kinds.covering(resource, ref.namespace).followed.store.get(ref) as never,
    list: (resource, scope) => kinds.covering(resource, scope?.namespace).followed.store.list(scope) as never,
    find: (index, value, scope) =>
      kinds.indexed(index, scope?.namespace).followed.store.find(index, value, scope) as never,
    writing(resource, ref, writer = thisProcess) {
      return windowOver(kinds.of(resource).map((source) => source.writing(keyOf(ref), writer)))
    },
    wrote(resource, object, writer = thisProcess) {
      for (const source of kinds.of(resource)) source.wrote(object, writer)
    },
    get sources() {
      return kinds.all().map((shared) => holdOf(shared, () => undefined))
    },
    [Symbol.asyncDispose]: () => kinds.close(),
  }
}

/** Who writes when nobody says. */
const thisProcess = 'this process'

function windowOver(windows: readonly WriteWindow[]): WriteWindow {
  return {
    wrote: (object) => windows.forEach((window) => window.wrote(object)),
    removed: () => windows.forEach((window) => window.removed()),
    [Symbol.dispose]: () => windows.forEach((window) => window[Symbol.dispose]()),
  }
}

class Sources {
  readonly #options: CacheOptions
  /** By kind, then by scope. */
  readonly #shared = new Map<string, Map<string, SharedSource>>()
  readonly #stopping = new Set<Promise<void>>()
  #isClosed = false

  constructor(options: CacheOptions) {
    this.#options = options
  }

  hold<R extends Resource>(resource: R, scope: SourceScope, how: SourceOptions<ObjectOf<R>>): Source<R> {
    if (this.#isClosed) throw closed(resource)
    const shared = this.#find(resource, scope, how as SourceOptions)
    shared.hold()
    return holdOf(shared, () => {
      if (shared.release()) this.#stop(shared)
    }) as unknown as Source<R>
  }

  of(resource: Resource): readonly SharedSource[] {
    return [...(this.#shared.get(kindKey(resource))?.values() ?? [])]
  }

  all(): readonly SharedSource[] {
    return [...this.#shared.values()].flatMap((scopes) => [...scopes.values()])
  }

  /** The synced source that knows everything of the kind there. */
  covering(resource: Resource, namespace: string | undefined): SharedSource {
    const complete = this.of(resource).filter(({ scope }) => scope.fields === undefined && scope.labels === undefined)
    const candidates = complete.filter(({ scope }) => scope.namespace === undefined || scope.namespace === namespace)
    // A program that follows only a part of a kind means that part when it reads.
    const [only, ...others] = this.of(resource)
    const found = candidates[0] ?? (others.length === 0 ? only : undefined)
    if (found === undefined) throw notFollowed(resource, namespace)
    if (!found.followed.isSynced) throw notSynced(found)
    return found
  }

  indexed(index: IndexDefinition, namespace: string | undefined): SharedSource {
    const found = this.covering(index.resource, namespace)
    if (found.followed.store.indexes.some(({ name }) => name === index.name)) return found
    throw cacheErrors('KW_CACHE_INDEX', {
      what: `find ${nameOf(index.resource)} by ${index.name}`,
      why: 'that index is not kept',
      next: 'Declare it in `indexes` of the controller, or add it to the source with `addIndex`.',
      details: { index: index.name },
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const shared of this.all()) this.#stop(shared)
    await Promise.all(this.#stopping)
  }

  #find(resource: Resource, scope: SourceScope, how: SourceOptions): SharedSource {
    const kind = kindKey(resource)
    const scopes = this.#shared.get(kind) ?? new Map<string, SharedSource>()
    this.#shared.set(kind, scopes)
    const key = scopeKey(scope, how)
    let shared = scopes.get(key)
    if (shared === undefined) scopes.set(key, (shared = this.#create(resource, scope, how)))
    return shared
  }

  #create(resource: Resource, scope: SourceScope, how: SourceOptions): SharedSource {
    const {
      client,
      clock = systemClock,
      random = systemRandom,
      freezes = false,
      observe,
      report = ignore,
    } = this.#options
    const observer = observe?.({ resource, scope }) ?? {}
    return new SharedSource({ client, clock, random, resource, scope, how, freezes, observer, report })
  }

  #stop(shared: SharedSource): void {
    const scopes = this.#shared.get(kindKey(shared.resource))
    for (const [key, one] of scopes ?? []) if (one === shared) scopes!.delete(key)
    const stopping = shared.stop().finally(() => this.#stopping.delete(stopping))
    this.#stopping.add(stopping)
  }
}

function holdOf(shared: SharedSource, release: () => void): Source {
  const subscriptions = new Set<Disposable>()
  let isHeld = true
  return {
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
    get: (ref) => shared.followed.store.get(ref),
    list: (scope) => shared.followed.store.list(scope),
    find: (index, value, scope) => shared.followed.store.find(index, value, scope),
    synced: (options) => shared.synced(options),
    addIndex: (index) => shared.followed.addIndex(index),
    subscribe(listener: (change: never) => void) {
      const subscription = shared.subscribe(listener as (change: { readonly object: KubeObject }) => void)
      subscriptions.add(subscription)
      return subscription
    },
    [Symbol.dispose]() {
      if (!isHeld) return
      isHeld = false
      for (const subscription of subscriptions) subscription[Symbol.dispose]()
      release()
    },
  }
}

function kindKey({ group, version, plural }: Resource): string {
  return `${group}/${version}/${plural}`
}

function scopeKey(
  { namespace = '', labels = '', fields = '' }: SourceScope,
  { metadataOnly = false }: SourceOptions,
): string {
  return JSON.stringify([namespace, labels, fields, metadataOnly])
}

function ignore(): void {}

function notFollowed(resource: Resource, namespace: string | undefined): Error {
  return cacheErrors('KW_CACHE_NOT_FOLLOWED', {
    what: `read ${nameOf(resource)}${namespace === undefined ? '' : ` of the namespace ${namespace}`} from the cache`,
    why: 'nothing in this process follows them',
    next: 'Declare the kind in `owns` or `watches` of a controller, or ask the server with the client.',
    details: { kind: resource.kind },
  })
}

function notSynced({ resource, state }: SharedSource): Error {
  return cacheErrors('KW_CACHE_NOT_SYNCED', {
    what: `read ${nameOf(resource)} from the cache`,
    why: state.phase === 'failing' ? state.failure.message : `it has not heard everything yet (${state.phase})`,
    next: 'Await `synced()` of the source first.',
    details: { kind: resource.kind, state: state.phase },
  })
}

function closed({ kind }: Resource): Error {
  return cacheErrors('KW_CACHE_CLOSED', {
    what: `follow ${kind}`,
    why: 'the cache has been closed',
    next: 'Dispose the cache after everything that uses it.',
    details: { kind },
  })
}
