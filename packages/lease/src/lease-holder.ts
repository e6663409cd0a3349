/**
 * One process's hold on one Lease: gets it, keeps it, lets it go.
 *
 * Guarantees
 * - It is held only while the last successful renewal was sent less than `renewWithin` ago, on this process's own clocks: the one
 *   that only grows, and the one on the wall, which goes on while a machine sleeps. Since others wait for `duration`, which is
 *   longer, no two processes hold it at once, whatever their clocks show.
 * - Nothing but the holder's own name keeps it: a process that was started anew is somebody else.
 * - A lease that somebody deleted is still its holder's, who makes it anew: whoever has seen it waits for as long as it lasts.
 *   Only a process that has never seen it cannot know that there was one, and takes it at once.
 */
import { type Client, ignoreNotFound, isAlreadyExists, isConflict } from '@kubewright/client'
import { type Clock, type Random, type Ref, withJitter } from '@kubewright/core'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import type { ObjectOf } from '@kubewright/resource'
import { LeaseObservation } from './lease-observation.ts'
import { type LeaseRecord, microTime, readLease } from './lease-record.ts'
import { type LeaseTiming, retryJitter } from './lease-timing.ts'
import { ageOf, type Moment, momentOf } from './moment.ts'

export interface LeaseHolderOptions {
  readonly client: Client
  readonly clock: Clock
  readonly lease: Ref
  readonly identity: string
  readonly timing: LeaseTiming
  /** How long it lasts at least for somebody else, whatever it says: it may have been edited. @default as long as here */
  readonly leastMs?: (holder: string) => number
  /** For leases that are found by label. */
  readonly labels?: Readonly<Record<string, string>>
  /** Written with every renewal, and when it is let go; `null` removes one. Asked each time. */
  readonly annotations?: (event: 'renew' | 'release') => Readonly<Record<string, string | null>>
}

/** A renewal after a pause, or after somebody set the clock, has had its time already, and gets at least this much. */
const shortestAttemptMs = 1_000
/** Room for so many in the time that renewing may take: one answer that never comes does not cost the lease. */
const attempts = 3

export class LeaseHolder {
  readonly #options: LeaseHolderOptions
  readonly #observation: LeaseObservation
  /** The lease as this process wrote it last. */
  #own: LeaseRecord | undefined
  /** When the last successful renewal was sent. */
  #renewed: Moment | undefined
  #stored: ObjectOf<typeof Lease> | undefined

  constructor(options: LeaseHolderOptions) {
    this.#options = options
    this.#observation = new LeaseObservation(options.clock, options.timing.durationMs, options.leastMs)
  }

  /** Who holds it, as far as is known. */
  get holder(): string | undefined {
    return this.isHeld ? this.#options.identity : this.#observation.record?.holder || undefined
  }

  /** Whether this process holds it at this very moment. */
  get isHeld(): boolean {
    return this.#own !== undefined && this.remainingMs > 0
  }

  /** The lease as the server had it after the last successful renewal. */
  get stored(): ObjectOf<typeof Lease> | undefined {
    return this.#stored
  }

  /** How long it is held if nothing renews it; `-Infinity` if nobody knows. */
  get remainingMs(): number {
    const { clock, timing } = this.#options
    return this.#renewed === undefined ? -Infinity : timing.renewWithinMs - ageOf(this.#renewed, clock)
  }

  /** How long to wait before the next attempt: no longer than it is held. */
  pauseMs(random: Random): number {
    const leftMs = this.isHeld ? Math.max(0, this.remainingMs) : Infinity
    return Math.min(withJitter(random, this.#options.timing.retryEveryMs, retryJitter), leftMs)
  }

  /** How long one attempt to renew it may take. */
  get attemptMs(): number {
    return Math.max(shortestAttemptMs, Math.min(this.remainingMs, this.#options.timing.renewWithinMs / attempts))
  }

  /**
   * It was read like this; or it was not there, and must have been. One that is gone was deleted, and its holder may not know
   * yet: he is waited for.
   */
  notice(lease: ObjectOf<typeof Lease> | undefined): void {
    if (lease === undefined) this.#observation.miss(true)
    else this.#observation.see(readLease(lease))
  }

  /** Tries once to get it, or to keep it. Returns whether it is held. Failure: rejects as the client does. */
  async tryHold(signal: AbortSignal): Promise<boolean> {
    const sent = momentOf(this.#options.clock)
    const written = this.#own === undefined ? await this.#take(signal) : await this.#renew(this.#own, signal)
    if (written === undefined) {
      this.#own = undefined
      return false
    }
    this.#stored = written
    this.#own = readLease(written)
    this.#observation.see(this.#own)
    this.#renewed = sent
    return true
  }

  /** Lets it go, so that others need not wait. Does nothing if it is not held. */
  async release(signal: AbortSignal): Promise<void> {
    const own = this.#own
    this.#own = undefined
    if (own === undefined) return
    const spec = { holderIdentity: '', leaseDurationSeconds: 1, renewTime: this.#now() }
    if ((await this.#patch(own, spec, signal, 'release')) !== undefined) return
    // A renewal may have happened whose answer did not come: then the version is another one, and the name still ours.
    const there = await this.#read(signal)
    if (there?.holder === this.#options.identity) await this.#patch(there, spec, signal, 'release')
  }

  /** It is somebody else's now, or nobody knows. */
  forget(): void {
    this.#own = undefined
  }

  async #take(signal: AbortSignal): Promise<ObjectOf<typeof Lease> | undefined> {
    const { identity } = this.#options
    const record = await this.#read(signal)
    if (record === undefined) return this.#takeMissing(signal)
    this.#observation.see(record)
    // Our own name without our knowing: an answer was lost. It is ours: no other process has this name.
    const isOurs = record.holder === identity
    if (!isOurs && !this.#observation.isFree) return undefined
    const transitions = isOurs ? record.transitions : record.transitions + 1
    return this.#patch(record, { ...this.#claim(), acquireTime: this.#now(), leaseTransitions: transitions }, signal)
  }

  async #takeMissing(signal: AbortSignal): Promise<ObjectOf<typeof Lease> | undefined> {
    this.#observation.miss()
    return this.isHeld || this.#observation.isFree ? this.#create(signal) : undefined
  }

  async #read(signal: AbortSignal): Promise<LeaseRecord | undefined> {
    const { client, lease } = this.#options
    const there = await client.get(Lease, lease, { signal }).catch(ignoreNotFound)
    return there && readLease(there)
  }

  async #renew(own: LeaseRecord, signal: AbortSignal): Promise<ObjectOf<typeof Lease> | undefined> {
    const renewed = await this.#patch(own, this.#claim(), signal)
    return renewed ?? this.#take(signal)
  }

  async #create(signal: AbortSignal): Promise<ObjectOf<typeof Lease> | undefined> {
    const { client, lease, labels } = this.#options
    const metadata = { ...lease, ...(labels === undefined ? {} : { labels }), ...this.#annotations('renew') }
    const spec = { ...this.#claim(), acquireTime: this.#now(), leaseTransitions: 0 }
    return client.create(Lease, { metadata, spec } as never, { signal }).catch((error: unknown) => {
      if (isAlreadyExists(error)) return undefined
      throw error
    })
  }

  /** Only if it is still in the version that was judged. */
  #patch(
    { resourceVersion, uid }: LeaseRecord,
    spec: object,
    signal: AbortSignal,
    event: 'renew' | 'release' = 'renew',
  ): Promise<ObjectOf<typeof Lease> | undefined> {
    const { client, lease, labels } = this.#options
    const metadata = {
      resourceVersion,
      uid,
      ...(labels === undefined ? {} : { labels }),
      ...this.#annotations(event),
    }
    return client.patch(Lease, lease, { metadata, spec } as never, { signal }).catch((error: unknown) => {
      if (isConflict(error)) return undefined
      return ignoreNotFound(error)
    })
  }

  #annotations(event: 'renew' | 'release'): object {
    const annotations = this.#options.annotations?.(event)
    return annotations === undefined ? {} : { annotations }
  }

  #claim(): object {
    const { identity, timing } = this.#options
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(timing.durationMs / 1_000),
      renewTime: this.#now(),
    }
  }

  #now(): string {
    return microTime(this.#options.clock.now())
  }
}
