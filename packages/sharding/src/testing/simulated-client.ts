/** The client of a simulated process: the verbs that sharding uses, over its own connection. */
import type { Client } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import { randomInt } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import { type Change, fault, matcherOf, type ObjectRef } from './simulated-api.ts'
import type { How, SimulatedProcess } from './simulated-process.ts'
import { SimulatedWatch } from './simulated-watch.ts'

interface Kind {
  readonly kind: string
}

interface Options {
  readonly signal?: AbortSignal
  readonly labels?: unknown
  readonly resourceVersion?: string
  readonly preconditions?: object
}

export function simulatedClient(process: SimulatedProcess): Client {
  const { api } = process.world
  const verbs = {
    get: ({ kind }: Kind, ref: ObjectRef, { signal }: Options = {}) =>
      process.call(() => found(api.get(kind, ref), ref.name), signal),
    list: ({ kind }: Kind, { labels, signal }: Options = {}) =>
      process.call(
        () => ({ items: api.list(kind, matcherOf(labels)), metadata: { resourceVersion: api.version } }),
        signal,
      ),
    watch: ({ kind }: Kind, options: Options = {}) => watch(process, kind, options),
    create: ({ kind }: Kind, object: object, { signal }: Options = {}) =>
      process.call(() => api.create(kind, object), signal, howOf(kind)),
    patch: ({ kind }: Kind, ref: ObjectRef, change: object, { signal }: Options = {}) =>
      process.call(() => api.patch(kind, ref, change), signal, howOf(kind)),
    delete: ({ kind }: Kind, ref: ObjectRef, { signal, preconditions }: Options = {}) =>
      process.call(() => api.delete(kind, ref, preconditions), signal),
  }
  return { ...verbs, metadata: verbs, status: verbs } as unknown as Client
}

async function* watch(process: SimulatedProcess, kind: string, options: Options): AsyncGenerator<object> {
  const { world } = process
  const { resourceVersion, signal } = options
  const matches = matcherOf(options.labels)
  const begun = await process.call(() => {
    if (resourceVersion !== undefined) return { from: Number(resourceVersion), initial: undefined }
    return { from: Number(world.api.version), initial: world.api.list(kind, matches) }
  }, signal)
  const following = new SimulatedWatch(begun.from, (from) => world.api.changesSince(kind, from, matches), {
    time: world.time,
    deliver: (run) => process.deliver(run),
    transitMs: () => 1 + randomInt(world.random, 40),
    isCut: () => process.isPartitioned || world.outage > 0.9,
  })
  using _following = world.api.follow(kind, matches, () => following.pull())
  using _listening = signal && onAbort(signal, () => following.end())
  process.watches.add(following)
  try {
    if (begun.initial !== undefined) {
      for (const object of begun.initial) yield eventOf({ type: 'ADDED', version: 0, object })
      yield { type: 'BOOKMARK', resourceVersion: String(begun.from), isInitialEventsEnd: true }
    }
    following.pull()
    while (!signal?.aborted) {
      const change = await following.next()
      if (change === undefined) return
      yield eventOf(change)
    }
  } finally {
    process.watches.delete(following)
  }
}

function howOf(kind: string): How {
  return kind === 'Lease' ? 'lease' : 'slow'
}

function found<T>(object: T | undefined, name: string): T {
  if (object === undefined) throw fault('KW_CLIENT_NOT_FOUND', `get ${name}`)
  return object
}

function eventOf({ type, object }: Change): object {
  const { name, namespace, uid, resourceVersion, labels } = object.metadata
  return { type, name, namespace, uid, resourceVersion, labels, object: object as KubeObject }
}
