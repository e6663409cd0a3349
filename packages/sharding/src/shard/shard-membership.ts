/**
 * One process's membership in a ring: its lease, held while it works.
 *
 * Guarantees
 * - It is held only while the last renewal was sent less than `renewWithin` ago, on both clocks of the process: the monotonic
 *   one, and the wall clock, which advances while the machine sleeps. The sharder waits for twice `duration`, which is
 *   longer.
 * - Two processes of the same name never hold it at once: each has its own nonce, and waits for the other.
 * - After a pause nothing is assumed: the process continues only after a successful renewal of the lease as it left it.
 */
import { ignoreNotFound } from '@kubewright/client'
import { sleep } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { type CoordinationHost, LeaseHolder, type LeaseTiming } from '@kubewright/lease'
import { shardingErrors } from '../errors.ts'
import { SharedRequest } from '../shared-request.ts'
import {
  answeredAnnotation,
  askedAnnotation,
  holderOf,
  renewalsAnnotation,
  reservedAnnotation,
  ringLabel,
  sharderHolder,
  shardLeaseName,
  shardNameLabel,
  workAnnotation,
} from '../names.ts'
import { pause } from '../pause.ts'
import type { MissingPermissions } from '../missing-permissions.ts'

export interface MembershipOptions {
  readonly host: CoordinationHost
  readonly ring: string
  readonly namespace: string
  readonly shard: string
  readonly timing: LeaseTiming
  /** How long the objects are reserved for a shard of the same name after an orderly stop; 0 for not at all. */
  readonly reservedMs: () => number
  /** Counts the objects of the shard again. Resolves once no uncounted object is being reconciled. */
  readonly ownerInquiry: (signal: AbortSignal) => Promise<void>
  /** The kinds the shard works on, for tools that read its lease. */
  readonly work: () => string
  /** Whether any object already belongs to this shard. */
  readonly hasObjects: (signal: AbortSignal) => Promise<boolean>
  readonly permissions: MissingPermissions
}

/** The work of a shard while it may act. */
export type ShardWork = (mayAct: AbortSignal, lost: AbortSignal) => Promise<void>

const releaseWithinMs = 5_000
const confirmWithin = '5s'
const countAgainMs = 1_000
/** After how many durations of waiting for its lease a shard logs a warning. */
const longestWait = 3

export class ShardMembership {
  readonly #options: MembershipOptions
  readonly #holder: LeaseHolder
  readonly #identity: string
  #acquiredVersion = '0'
  #answered: string | undefined
  #renewals = 0
  #hasWondered = false
  #failure: string | undefined
  /** The owner inquiry in progress. */
  #counting: string | undefined
  readonly #counted = new Set<Promise<void>>()
  #wake: AbortController | undefined
  readonly #confirmation = new SharedRequest(() => this.#confirm())

  constructor(options: MembershipOptions) {
    this.#options = options
    const { host, ring, namespace, shard, timing } = options
    this.#identity = holderOf(shard, host.ids.uuid())
    this.#holder = new LeaseHolder({
      client: host.client,
      clock: host.clock,
      lease: { namespace, name: shardLeaseName(ring, shard) },
      identity: this.#identity,
      timing,
      // The sharder takes leases for two durations, and reassigns objects during the first.
      leastMs: (holder) => (holder === sharderHolder ? 2 : 1) * timing.durationMs,
      labels: { [ringLabel]: ring, [shardNameLabel]: shard },
      annotations: (event) => this.#annotations(event),
    })
  }

  /** Whether this process may act right now. */
  get isHeld(): boolean {
    return this.#holder.isHeld
  }

  /**
   * Reads from the server whether this process still holds the lease: it may have been deleted, and taken by a process of the same
   * name. Failure: rejects if there is no response.
   */
  isConfirmed(): Promise<boolean> {
    return this.#confirmation.ask()
  }

  async #confirm(): Promise<boolean> {
    const { host, ring, namespace, shard } = this.#options
    const lease = { namespace, name: shardLeaseName(ring, shard) }
    const there = await host.client.get(Lease, lease, { timeout: confirmWithin }).catch(ignoreNotFound)
    return there !== undefined && there.spec?.holderIdentity === this.#identity
  }

  /** Why the lease cannot be read or written; `undefined` if it can, or has not been tried. */
  get failure(): string | undefined {
    return this.#failure
  }

  /** The holder, as far as known. */
  get holder(): string | undefined {
    return this.#holder.holder
  }

  /**
   * The version of the lease when this process acquired it: larger than that of every process before it, even if the lease
   * was deleted, which resets its transitions.
   */
  get acquiredVersion(): string {
    return this.#acquiredVersion
  }

  /**
   * Works whenever it holds the lease; `lost` is aborted only if the lease is lost. Failure: `KW_SHARDING_LOST` when it
   * cannot keep the lease.
   */
  async run(signal: AbortSignal, act: ShardWork): Promise<void> {
    const { host, shard, ring } = this.#options
    if (!(await this.#acquire(signal))) return
    this.#acquiredVersion = this.#holder.stored?.metadata.resourceVersion ?? '0'
    host.log.info('joined ring', { ring, shard })
    const right = new AbortController()
    const stopped = new AbortController()
    let lost: Error | undefined
    const keeping = this.#keep(stopped.signal).then((why) => {
      if (why !== undefined) right.abort((lost = why))
    })
    let hasEnded = false
    try {
      await this.#actCounted(AbortSignal.any([signal, right.signal]), (mayAct) => act(mayAct, right.signal))
      hasEnded = true
    } finally {
      stopped.abort()
      await Promise.all([keeping, ...this.#counted])
      // A failed `act` may leave work in flight: then the sharder waits until the lease has expired.
      if (hasEnded && lost === undefined) await this.#release()
      else this.#holder.forget()
    }
    if (lost !== undefined) throw lost
  }

  async #actCounted(mayAct: AbortSignal, act: (mayAct: AbortSignal) => Promise<void>): Promise<void> {
    const { host, shard } = this.#options
    while (!mayAct.aborted) {
      try {
        await this.#options.ownerInquiry(mayAct)
        break
      } catch (error) {
        const message = "this shard's objects could not be listed, nothing is reconciled until they are, will retry"
        if (!mayAct.aborted) host.log.warn(message, { shard, error })
        await sleep(host.clock, countAgainMs, mayAct).catch(() => undefined)
      }
    }
    await act(mayAct)
  }

  async #acquire(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.#hasLooked(signal)) break
      await this.#pause(signal)
    }
    const { clock } = this.#options.host
    const since = clock.elapsed()
    while (!signal.aborted) {
      if ((await this.#attempt(this.#options.timing.renewWithinMs, signal)) === undefined) return true
      this.#wonder(clock.elapsed() - since)
      await this.#pause(signal)
    }
    return false
  }

  /** A stopped process of the same name, or the sharder, holds the lease for at most two durations. */
  #wonder(waitedMs: number): void {
    const { host, shard, timing } = this.#options
    if (this.#hasWondered || waitedMs < longestWait * timing.durationMs || this.holder === undefined) return
    this.#hasWondered = true
    const message =
      this.holder === sharderHolder
        ? "waiting for this shard's lease, which the sharder holds until the objects of the shard are moved"
        : "waiting for this shard's lease, which another process holds, check for a duplicate shard name"
    host.log.warn(message, { shard, holder: this.holder })
  }

  /**
   * If there is no lease although the shard owns objects, the lease was deleted: a process of the same name that held it may
   * not have noticed, and is given time to do so. Resolves to whether the check succeeded.
   */
  async #hasLooked(signal: AbortSignal): Promise<boolean> {
    const { host, ring, namespace, shard, hasObjects } = this.#options
    const lease = { namespace, name: shardLeaseName(ring, shard) }
    try {
      const there = await host.client.get(Lease, lease, { signal }).catch(ignoreNotFound)
      if (there === undefined && !(await hasObjects(signal))) return true
      this.#holder.notice(there)
      if (there === undefined)
        host.log.warn(
          'shard lease was deleted, waiting one lease duration in case another process with this shard name still acts',
          {
            shard,
          },
        )
      return true
    } catch (error) {
      if (!signal.aborted) this.#fail('lease or objects of the shard could not be read, will retry', error)
      return false
    }
  }

  /** Renews until stopped, then resolves to `undefined`. Resolves to the failure when the lease is lost. */
  async #keep(stop: AbortSignal): Promise<Error | undefined> {
    while (!stop.aborted) {
      await this.#pause(stop)
      if (stop.aborted) return undefined
      const failure = await this.#attempt(this.#holder.attemptMs, stop)
      if (failure !== undefined && !this.isHeld && !stop.aborted) return this.#lostBecause(failure)
    }
    return undefined
  }

  /** Resolves to the failure, if any. */
  async #attempt(withinMs: number, signal: AbortSignal): Promise<Error | undefined> {
    const { permissions } = this.#options
    const { clock } = this.#options.host
    using limit = deadline(clock, withinMs, () => new Error('the API server did not respond in time'), signal)
    try {
      const isHeld = await this.#holder.tryHold(limit.signal)
      this.#failure = undefined
      if (!isHeld) return new Error(this.#whoKeepsIt())
      permissions.allow('keep', Lease)
      this.#heed(signal)
      return undefined
    } catch (error) {
      if (!signal.aborted) this.#fail('shard lease could not be acquired or renewed, will retry', error)
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /** Logged once per failure: it is retried every other second. */
  #fail(message: string, error: unknown): void {
    const { host, shard, permissions } = this.#options
    const why = error instanceof Error ? error.message : String(error)
    if (!permissions.note('keep', Lease, error) && why !== this.#failure) host.log.warn(message, { shard, error })
    this.#failure = why
  }

  /** The last read state may name this process itself: the lease was written or deleted between the read and the renewal. */
  #whoKeepsIt(): string {
    const { holder } = this.#holder
    if (holder === undefined || holder === this.#identity) return 'another program writes or deletes its lease'
    return holder === sharderHolder
      ? 'the sharder has taken over its lease, and assigns its objects to other shards'
      : `${holder} holds its lease`
  }

  /** Counts the objects if the sharder has asked for it, and renews at once to answer. */
  #heed(signal: AbortSignal): void {
    const asked = this.#holder.stored?.metadata.annotations?.[askedAnnotation]
    if (asked === undefined || asked === this.#answered || asked === this.#counting) return
    this.#counting = asked
    const { host, shard } = this.#options
    const counted = this.#options
      .ownerInquiry(signal)
      .then(
        () => {
          this.#answered = asked
          this.#wake?.abort()
        },
        (error: unknown) => {
          const message =
            "this shard's objects could not be listed, so objects of unknown owner are not assigned, will retry"
          if (!signal.aborted) host.log.warn(message, { shard, error })
        },
      )
      .finally(() => {
        if (this.#counting === asked) this.#counting = undefined
        this.#counted.delete(counted)
      })
    this.#counted.add(counted)
  }

  #annotations(event: 'renew' | 'release'): Readonly<Record<string, string | null>> {
    const { work } = this.#options
    const reservedMs = this.#options.reservedMs()
    const isReserved = event === 'release' && reservedMs > 0
    return {
      [renewalsAnnotation]: String(++this.#renewals),
      [answeredAnnotation]: this.#answered ?? null,
      [workAnnotation]: work(),
      [reservedAnnotation]: isReserved ? String(Math.ceil(reservedMs / 1_000)) : null,
    }
  }

  async #release(): Promise<void> {
    const { host, shard } = this.#options
    const { clock, log } = host
    using limit = deadline(clock, releaseWithinMs, () => new Error('the API server did not respond in time'))
    await this.#holder
      .release(limit.signal)
      .catch((error: unknown) =>
        log.warn('shard lease could not be released, its objects wait until it expires', { shard, error }),
      )
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#options.host
    const ms = this.#holder.pauseMs(random)
    const wake = (this.#wake = new AbortController())
    await pause(clock, ms, signal, wake.signal) // the caller checks what ended it
  }

  #lostBecause(failure: Error): Error {
    const { ring, shard } = this.#options
    return shardingErrors('KW_SHARDING_LOST', {
      what: `renew the lease of the shard ${shard} in the ring ${ring}`,
      why: failure.message,
      next: 'Let the process exit and restart: it may no longer act on its objects.',
      details: { ring, shard },
      cause: failure,
    })
  }
}
