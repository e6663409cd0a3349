/**
 * Lets go of objects that are wanted elsewhere: waits until nothing is reconciled of them, then says so in one write.
 *
 * Drains are followed by a watch of their own and do not pass the queues of controllers: neither their predicates nor a
 * backlog of work keep an object from moving.
 */
import type { Cache } from '@kubewright/cache'
import { type Client, isConflict, isNotFound } from '@kubewright/client'
import { type Clock, formatRef, type KubeObject, type Logger, sleep, track } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { marksPatch, readMarks, released } from './marks.ts'
import { drainLabel, shardLabel } from './names.ts'
import type { Ownership } from './ownership.ts'
import { kindName } from './place-report.ts'
import type { Refusals } from './refusals.ts'

export interface DrainerOptions {
  readonly client: Client
  readonly clock: Clock
  readonly log: Logger
  readonly ring: string
  readonly shard: string
  readonly ownership: Ownership
  /** How long a reconcile may go on once its object is wanted elsewhere; then it is aborted. */
  readonly withinMs: () => number
  /** Whether the process may act at this very moment. */
  readonly mayAct: () => boolean
  readonly refusals: Refusals
}

const notCertain = new Error('the lease of the shard is not certain at this moment')

/** What became of a drain. */
export type DrainEnd = 'released' | 'kept'

const retryMs = 1_000
/** How long a reconcile may take to notice that it was aborted. */
const heedsWithinMs = 10_000

export class Drainer {
  readonly #options: DrainerOptions
  /** By uid. */
  readonly #drains = new Map<string, Promise<DrainEnd>>()
  /** What was seen of an object while it was being drained, by uid: it may be asked for again. */
  readonly #seen = new Map<string, KubeObject>()
  #drained = 0

  constructor(options: DrainerOptions) {
    this.#options = options
  }

  /** How many objects it let go of. */
  get drained(): number {
    return this.#drained
  }

  /** Hears of drains of a kind, from now until the result is disposed. */
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

  /** Resolves once the object was let go, or stays. Never rejects. */
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

  /** One that is kept may have been asked for again while the answer that said so was on its way. */
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
      if (left === 'unknown') return 'kept' // the process ends: nothing of it begins again
      if (left !== 'kept') {
        ownership.release(resource, uid, left.version)
        this.#drained++
        return 'released'
      }
    } catch (error) {
      log.error('object could not be released', { ...named(resource, object), error })
    }
    ownership.keep(uid)
    return 'kept'
  }

  /** Writes and reads until it is certain whether it was let go: of a write whose answer was lost nobody knows. */
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
      if (found === undefined) return 'kept' // gone altogether
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

  /** Resolves once nothing is reconciled of it, or on its way; what takes too long is aborted, and what does not heed that is said. */
  async #ended(resource: Resource, object: KubeObject, signal: AbortSignal): Promise<void> {
    const { ownership, clock, log, withinMs } = this.#options
    const { uid } = object.metadata
    const limitMs = withinMs()
    const timers = [
      clock.schedule(limitMs, () => ownership.abort(uid, new Error('the object is wanted by another shard'))),
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

  /** Resolves to the version the object has since; to nothing if it changed in the meantime, or could not be written. */
  async #release(resource: Resource, object: KubeObject, signal: AbortSignal): Promise<string | undefined> {
    const { client, ring, mayAct, clock, log, refusals } = this.#options
    const { metadata } = object
    try {
      if (!mayAct()) throw notCertain
      const patch = marksPatch(metadata, released, { ring, now: clock.now() })
      const written = await client.metadata.patch(resource, metadata, patch as never, { signal })
      refusals.allow('mark', resource, metadata.namespace)
      return written.metadata.resourceVersion
    } catch (error) {
      if (isConflict(error) || isNotFound(error)) return undefined
      // Whoever keeps the lease says what is wrong with it, once, and not for each object.
      const isSaid = error === notCertain || refusals.note('mark', resource, error, metadata.namespace)
      if (!signal.aborted && !isSaid)
        log.warn('object could not be released, will retry', { ...named(resource, object), error })
      await sleep(clock, retryMs, signal).catch(() => undefined)
      return undefined
    }
  }

  /** The object as it is now; nothing if it is another one, or none. */
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
