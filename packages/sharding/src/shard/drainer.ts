/**
 * Releases objects that are to move to another shard: waits until none of their reconciles runs, then releases them in one
 * write.
 *
 * Drains have a watch of their own and bypass the queues of controllers: neither predicates nor a backlog can delay a move.
 */
import type { Cache } from '@kubewright/cache'
import { type Client, isConflict, isNotFound } from '@kubewright/client'
import { type Clock, formatRef, type KubeObject, type Logger, sleep } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import type { Resource } from '@kubewright/resource'
import { marksPatch, readMarks, released } from '../ring/marks.ts'
import { drainLabel, shardLabel } from '../names.ts'
import type { Ownership } from './ownership.ts'
import { kindName } from '../ring/kinds.ts'
import type { MissingPermissions } from '../missing-permissions.ts'

export interface DrainerOptions {
  readonly client: Client
  readonly clock: Clock
  readonly log: Logger
  readonly ring: string
  readonly shard: string
  readonly ownership: Ownership
  /** How long a reconcile may continue once its object is to move; then it is aborted. */
  readonly withinMs: () => number
  /** Whether the process may act right now. */
  readonly mayAct: () => boolean
  readonly permissions: MissingPermissions
}

const notCertain = new Error('the lease of the shard may have expired')

/** The outcome of a drain. */
export type DrainEnd = 'released' | 'kept'

const retryMs = 1_000
/** How long a reconcile may take to react to its abort. */
const heedsWithinMs = 10_000

export class Drainer {
  readonly #options: DrainerOptions
  /** By uid. */
  readonly #drains = new Map<string, Promise<DrainEnd>>()
  /** The latest state of an object seen during its drain, by uid: it may be requested again. */
  readonly #seen = new Map<string, KubeObject>()
  #drained = 0

  constructor(options: DrainerOptions) {
    this.#options = options
  }

  /** Number of released objects. */
  get drained(): number {
    return this.#drained
  }

  /** Watches the drains of a kind until the result is disposed. */
  follow(cache: Cache, resource: Resource, namespace: string | undefined, signal: AbortSignal): Disposable {
    const { ring, shard } = this.#options
    const labels = `${shardLabel(ring)}=${shard},${drainLabel(ring)}`
    const scope = { labels, ...(namespace === undefined ? {} : { namespace }) }
    const source = cache.source(resource, scope, { metadataOnly: true })
    source.subscribe(({ type, object }) => {
      if (type !== 'deleted') void this.drain(resource, object, signal)
    })
    return source
  }

  /** Resolves once the object was released or is kept. Never rejects. */
  drain(resource: Resource, object: KubeObject, signal: AbortSignal): Promise<DrainEnd> {
    const { uid } = object.metadata
    const known = this.#drains.get(uid)
    if (known !== undefined) {
      this.#seen.set(uid, object)
      return known
    }
    const draining = this.#untilNobodyAsks(resource, object, signal)
    this.#drains.set(uid, track(`drain ${object.metadata.name}`, draining))
    return draining
  }

  /** A kept object may have been requested again while the response was in flight. */
  async #untilNobodyAsks(resource: Resource, object: KubeObject, signal: AbortSignal): Promise<DrainEnd> {
    const { uid } = object.metadata
    for (let current = object; ; ) {
      const end = await this.#letGo(resource, current, signal)
      const seen = this.#seen.get(uid)
      this.#seen.delete(uid)
      if (end === 'kept' && seen !== undefined && this.#isWanted(seen) && !signal.aborted) {
        current = seen
        continue
      }
      this.#drains.delete(uid)
      return end
    }
  }

  async #letGo(resource: Resource, object: KubeObject, signal: AbortSignal): Promise<DrainEnd> {
    const { ownership, log } = this.#options
    const { uid } = object.metadata
    ownership.drain(uid)
    try {
      await this.#ended(resource, object, signal)
      const left = await this.#settle(resource, object, signal)
      if (left === 'unknown') return 'kept' // the process is stopping: no reconcile of it starts again
      if (left !== 'kept') {
        ownership.release(resource, uid, left.version)
        this.#drained++
        return 'released'
      }
    } catch (error) {
      log.error('object could not be released, this shard keeps it', { ...named(resource, object), error })
    }
    ownership.keep(uid)
    return 'kept'
  }

  /** Writes and reads until the outcome is certain: a write whose response was lost may have succeeded. */
  async #settle(
    resource: Resource,
    object: KubeObject,
    signal: AbortSignal,
  ): Promise<{ readonly version: string } | 'kept' | 'unknown'> {
    let current = object
    while (this.#isWanted(current)) {
      if (signal.aborted) return 'unknown'
      const version = await this.#release(resource, current, signal)
      if (version !== undefined) return { version }
      const found = await this.#read(resource, current, signal)
      if (found === 'unknown') return 'unknown'
      if (found === undefined) return 'kept' // deleted
      current = found
    }
    const isOurs = readMarks(current, this.#options.ring).note === this.#options.shard
    return isOurs ? 'kept' : { version: current.metadata.resourceVersion }
  }

  #isWanted(object: KubeObject): boolean {
    const { ring, shard } = this.#options
    const { label, note, isDraining } = readMarks(object, ring)
    return isDraining && label === shard && note === shard
  }

  /**
   * Resolves once no reconcile runs and no request is in flight. A slow reconcile is aborted; one that ignores the abort is
   * logged.
   */
  async #ended(resource: Resource, object: KubeObject, signal: AbortSignal): Promise<void> {
    const { ownership, clock, log, withinMs } = this.#options
    const { uid } = object.metadata
    const limitMs = withinMs()
    const timers = [
      clock.schedule(limitMs, () => ownership.abort(uid, new Error('the object is being moved to another shard'))),
      clock.schedule(limitMs + heedsWithinMs, () =>
        log.warn('aborted reconcile still runs and blocks the move of its object, check that it observes ctx.signal', {
          ...named(resource, object),
        }),
      ),
    ]
    await ownership.ended(uid)
    for (const timer of timers) timer[Symbol.dispose]()
    const arrivesMs = ownership.settledInMs(clock.elapsed(), uid)
    if (arrivesMs > 0) await sleep(clock, arrivesMs, signal).catch(() => undefined)
  }

  /** Resolves to the new version of the object; to `undefined` if it changed meanwhile, or could not be written. */
  async #release(resource: Resource, object: KubeObject, signal: AbortSignal): Promise<string | undefined> {
    const { client, ring, mayAct, clock, log, permissions } = this.#options
    const { metadata } = object
    try {
      if (!mayAct()) throw notCertain
      const patch = marksPatch(metadata, released, { ring, now: clock.now() })
      const written = await client.metadata.patch(resource, metadata, patch as never, { signal })
      permissions.allow('mark', resource, metadata.namespace)
      return written.metadata.resourceVersion
    } catch (error) {
      if (isConflict(error) || isNotFound(error)) return undefined
      // Lease problems are logged once by the membership, not for each object.
      const isSaid = error === notCertain || permissions.note('mark', resource, error, metadata.namespace)
      if (!signal.aborted && !isSaid)
        log.warn('object could not be released, will retry', { ...named(resource, object), error })
      await sleep(clock, retryMs, signal).catch(() => undefined)
      return undefined
    }
  }

  /** The current object; `undefined` if it was deleted or recreated. */
  async #read(
    resource: Resource,
    { metadata }: KubeObject,
    signal: AbortSignal,
  ): Promise<KubeObject | undefined | 'unknown'> {
    const { client, clock } = this.#options
    while (!signal.aborted) {
      try {
        const found = await client.metadata.get(resource, metadata, { signal })
        return found.metadata.uid === metadata.uid ? found : undefined
      } catch (error) {
        if (isNotFound(error)) return undefined
        await sleep(clock, retryMs, signal).catch(() => undefined)
      }
    }
    return 'unknown'
  }
}

function named(resource: Resource, { metadata }: KubeObject) {
  return { kind: kindName(resource), object: formatRef(metadata) }
}
