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
 * - A write by others that leaves the holder alone (labels, annotations) never ends a hold: the lease is read and written again.
 */
import { type Client, ignoreNotFound, isAlreadyExists, isConflict } from '@kubewright/client'
import { type Clock, formatRef, type Random, type Ref, withJitter } from '@kubewright/core'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import type { ObjectOf } from '@kubewright/resource'
import { leaseErrors } from './errors.ts'
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

type Stored = ObjectOf<typeof Lease>

/** A renewal after a pause, or after somebody set the clock, has had its time already, and gets at least this much. */
const shortestAttemptMs = 1_000
/** How often one attempt reads the lease again after a conflict. The next attempt follows after `retryEvery`. */
const mostConflicts = 5
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

  /** The name under which this process holds it. */
  get identity(): string {
    return this.#options.identity
  }

  /** Who holds it, as far as is known. */
  get holder(): string | undefined {
    return this.isHeld ? this.#options.identity : this.#observation.record?.holder || undefined
  }

  /** Whether this process holds it at this very moment. */
  get isHeld(): boolean {
    return this.#own !== undefined && this.remainingMs > 0
  }

  /** Whether nobody holds it, as far as was seen. */
  get isFree(): boolean {
    return !this.isHeld && this.#observation.isFree
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

  /**
   * Tries once to get it, or to keep it. Returns whether it is held; `false` says that somebody else holds it. Failure: rejects
   * as the client does, or with `KW_LEASE_CONTENDED`; a hold then lasts until `renewWithin` has passed.
   */
  async tryHold(signal: AbortSignal): Promise<boolean> {
    const sent = momentOf(this.#options.clock)
    const written = (await this.#renew(signal)) ?? (await this.#take(signal))
    if (written === 'held by another') {
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
    let there: LeaseRecord | undefined = own
    for (let conflicts = 0; conflicts <= mostConflicts; conflicts++) {
      if ((await this.#patch(there, spec, signal, 'release')) !== undefined) return
      // Others write to it; and a renewal may have happened whose answer did not come.
      there = await this.#read(signal)
      if (there?.holder !== this.#options.identity) return
    }
    throw this.#contended('release')
  }

  /** It is somebody else's now, or nobody knows. */
  forget(): void {
    this.#own = undefined
  }

  /** In one request, if nobody has written to it since. */
  async #renew(signal: AbortSignal): Promise<Stored | undefined> {
    return this.#own && (await this.#patch(this.#own, this.#claim(), signal))
  }

  async #take(signal: AbortSignal): Promise<Stored | 'held by another'> {
    for (let conflicts = 0; conflicts < mostConflicts; conflicts++) {
      const taken = await this.#takeAsRead(signal)
      if (taken !== undefined) return taken
    }
    throw this.#contended('renew')
  }

  /** `undefined` if it changed between the read and the write: it has to be judged anew. */
  async #takeAsRead(signal: AbortSignal): Promise<Stored | 'held by another' | undefined> {
    const { identity } = this.#options
    const record = await this.#read(signal)
    if (record === undefined) return this.#takeMissing(signal)
    this.#observation.see(record)
    // Our own name without our knowing: an answer was lost. It is ours: no other process has this name.
    const isOurs = record.holder === identity
    if (!isOurs && !this.#observation.isFree) return 'held by another'
    if (isOurs && this.isHeld) return this.#patch(record, this.#claim(), signal)
    const transitions = isOurs ? record.transitions : record.transitions + 1
    return this.#patch(record, { ...this.#claim(), acquireTime: this.#now(), leaseTransitions: transitions }, signal)
  }

  async #takeMissing(signal: AbortSignal): Promise<Stored | 'held by another' | undefined> {
    this.#observation.miss()
    return this.isHeld || this.#observation.isFree ? this.#create(signal) : 'held by another'
  }

  async #read(signal: AbortSignal): Promise<LeaseRecord | undefined> {
    const { client, lease } = this.#options
    const there = await client.get(Lease, lease, { signal }).catch(ignoreNotFound)
    return there && readLease(there)
  }

  async #create(signal: AbortSignal): Promise<Stored | undefined> {
    const { client, lease, labels } = this.#options
    const { annotations } = this.#annotations('renew')
    // In a new object there is nothing to remove, and a server would store the `null` as an empty text.
    const written = annotations && Object.fromEntries(Object.entries(annotations).filter(([, value]) => value !== null))
    const metadata = { ...lease, ...(labels && { labels }), ...(written && { annotations: written }) }
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
  ): Promise<Stored | undefined> {
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

  #contended(what: 'renew' | 'release'): Error {
    const lease = formatRef(this.#options.lease)
    return leaseErrors('KW_LEASE_CONTENDED', {
      what: `${what} the lease ${lease}`,
      why: `it was changed between reading and writing ${mostConflicts} times in a row`,
      next: 'It is tried again until `renewWithin` has passed. Find out who writes to the lease so often.',
      details: { lease },
    })
  }

  #annotations(event: 'renew' | 'release'): { readonly annotations?: Readonly<Record<string, string | null>> } {
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
