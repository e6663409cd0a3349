/**
 * One process's hold on one Lease: acquires, renews and releases it.
 *
 * Guarantees
 * - It is held only while the last successful renewal was sent less than `renewWithin` ago, on both clocks of this process:
 *   the monotonic one, and the wall clock, which advances while the machine sleeps. Other processes wait for `duration`,
 *   which is longer, so no two processes hold it at once, however their clocks differ.
 * - A hold belongs to an identity: a restarted process has a new one.
 * - A deleted lease still belongs to its holder, who recreates it: processes that have seen it wait for its duration. A
 *   process that has never seen it cannot know that it existed, and takes it at once.
 * - A write by another client that keeps the holder (labels, annotations) never ends a hold: the lease is read and written
 *   again.
 *
 * See decisions 0141, 0220 and 0277.
 */
import { type Client, ignoreNotFound, isAlreadyExists, isConflict } from '@kubewright/client'
import { type Clock, formatRef, type Ref } from '@kubewright/core'
import { type Random, withJitter } from '@kubewright/core/random'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import type { ObjectOf } from '@kubewright/resource'
import { leaseErrors } from './errors.ts'
import { LeaseObservation } from './lease-observation.ts'
import { type LeaseRecord, microTime, readLease } from './lease-record.ts'
import { type LeaseTiming, retryJitter } from './lease-timing.ts'
import { ageOf, type Moment, momentOf } from './moment.ts'

/** Options of `LeaseHolder`. */
export interface LeaseHolderOptions {
  readonly client: Client
  readonly clock: Clock
  readonly lease: Ref
  readonly identity: string
  readonly timing: LeaseTiming
  /** Minimum duration of another holder's lease, whatever its spec says: it may have been edited. @default as long as here */
  readonly leastMs?: (holder: string) => number
  /** For leases that are found by label. */
  readonly labels?: Readonly<Record<string, string>>
  /** Written with every renewal and on release; `null` removes one. Called each time. */
  readonly annotations?: (event: 'renew' | 'release') => Readonly<Record<string, string | null>>
}

type Stored = ObjectOf<typeof Lease>

/** Minimum time for a renewal whose deadline has already passed, after a pause or a clock change. */
const shortestAttemptMs = 1_000
/** How often one attempt reads the lease again after a conflict. The next attempt follows after `retryEvery`. */
const mostConflicts = 5
/** How many attempts fit into `renewWithin`: a single lost response does not cost the lease. */
const attempts = 3

/** One process's hold on one Lease: acquires, renews and releases it on request. It has no timer of its own. */
export class LeaseHolder {
  readonly #options: LeaseHolderOptions
  readonly #observation: LeaseObservation
  /** The lease as this process last wrote it. */
  #own: LeaseRecord | undefined
  /** When the last successful renewal was sent. */
  #renewed: Moment | undefined
  #stored: ObjectOf<typeof Lease> | undefined

  constructor(options: LeaseHolderOptions) {
    this.#options = options
    this.#observation = new LeaseObservation(options.clock, options.timing.durationMs, options.leastMs)
  }

  /** The identity under which this process holds the lease. */
  get identity(): string {
    return this.#options.identity
  }

  /** The holder, as far as known. */
  get holder(): string | undefined {
    return this.isHeld ? this.#options.identity : this.#observation.record?.holder || undefined
  }

  /** Whether this process holds the lease right now. */
  get isHeld(): boolean {
    return this.#own !== undefined && this.remainingMs > 0
  }

  /** Whether no process holds the lease, as far as observed. */
  get isFree(): boolean {
    return !this.isHeld && this.#observation.isFree
  }

  /** The lease as stored by the last successful renewal. */
  get stored(): ObjectOf<typeof Lease> | undefined {
    return this.#stored
  }

  /** How long the lease stays held without a renewal; `-Infinity` if unknown. */
  get remainingMs(): number {
    const { clock, timing } = this.#options
    return this.#renewed === undefined ? -Infinity : timing.renewWithinMs - ageOf(this.#renewed, clock)
  }

  /** Delay before the next attempt, at most the time for which the lease is still held. */
  pauseMs(random: Random): number {
    const leftMs = this.isHeld ? Math.max(0, this.remainingMs) : Infinity
    return Math.min(withJitter(random, this.#options.timing.retryEveryMs, retryJitter), leftMs)
  }

  /** Time limit of one renewal attempt. */
  get attemptMs(): number {
    return Math.max(shortestAttemptMs, Math.min(this.remainingMs, this.#options.timing.renewWithinMs / attempts))
  }

  /**
   * Records an observed lease; `undefined` means that it existed and is missing now. A missing lease was deleted, possibly
   * without its holder noticing yet: its duration has to pass first.
   */
  notice(lease: ObjectOf<typeof Lease> | undefined): void {
    if (lease === undefined) this.#observation.miss(true)
    else this.#observation.see(readLease(lease))
  }

  /**
   * Tries once to acquire or renew the lease. Returns whether it is held; `false` means that another process holds it.
   *
   * Failure: rejects like the client, or with `KW_LEASE_CONTENDED`; an existing hold then lasts until `renewWithin` has
   * passed.
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

  /** Releases the lease, so that other processes need not wait. No-op if it is not held. */
  async release(signal: AbortSignal): Promise<void> {
    const own = this.#own
    this.#own = undefined
    if (own === undefined) return
    const spec = { holderIdentity: '', leaseDurationSeconds: 1, renewTime: this.#now() }
    let there: LeaseRecord | undefined = own
    for (let conflicts = 0; conflicts <= mostConflicts; conflicts++) {
      if ((await this.#patch(there, spec, signal, 'release')) !== undefined) return
      // Another client wrote to it, or a renewal succeeded whose response was lost.
      there = await this.#read(signal)
      if (there?.holder !== this.#options.identity) return
    }
    throw this.#contended('release')
  }

  /** Another process holds the lease now, or its state is unknown. */
  forget(): void {
    this.#own = undefined
  }

  /** In one request, if the lease has not changed since. */
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

  /** `undefined` if it changed between read and write: it has to be evaluated again. */
  async #takeAsRead(signal: AbortSignal): Promise<Stored | 'held by another' | undefined> {
    const { identity } = this.#options
    const record = await this.#read(signal)
    if (record === undefined) return this.#takeMissing(signal)
    this.#observation.see(record)
    // Our identity without a known hold: a response was lost. The lease is ours, since identities are unique.
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
    // A new object has nothing to remove, and a server would store `null` as an empty string.
    const written = annotations && Object.fromEntries(Object.entries(annotations).filter(([, value]) => value !== null))
    const metadata = { ...lease, ...(labels && { labels }), ...(written && { annotations: written }) }
    const spec = { ...this.#claim(), acquireTime: this.#now(), leaseTransitions: 0 }
    return client.create(Lease, { metadata, spec } as never, { signal }).catch((error: unknown) => {
      if (isAlreadyExists(error)) return undefined
      throw error
    })
  }

  /** Only if the lease still has the evaluated version (optimistic concurrency). */
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
    const isRenewal = what === 'renew'
    const effect = isRenewal
      ? 'It is tried again; a lease that is held is lost after `renewWithin`.'
      : 'Other processes can take it when it expires.'
    return leaseErrors('KW_LEASE_CONTENDED', {
      what: `${isRenewal ? 'acquire or renew' : 'release'} the lease ${lease}`,
      why: `${mostConflicts} writes in a row met a conflict (409): other programs write to it`,
      next: `${effect} Find the other writers in \`managedFields\` of the Lease.`,
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
