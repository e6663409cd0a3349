/** One leader among all replicas: the lease holder acts, the others stand by with synced caches. */
import { type Duration, formatRef, sleep } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'
import type { Coordination, CoordinationHost, Coordinator, Standing } from './coordination.ts'
import { leaseErrors } from './errors.ts'
import { assertLeaderForm } from './leader-form.ts'
import { LeaseHolder } from './lease-holder.ts'
import { leaseTiming, type LeaseTiming, type LeaseTimingOptions } from './lease-timing.ts'

/** Options of `leader`. */
export interface LeaderOptions extends LeaseTimingOptions {
  /** Name of the Lease: the same for all replicas, and used by no other program. */
  readonly lease: string
  readonly namespace: string
  /**
   * What to do after losing the lease: `fail` rejects `run`, so that the process exits and restarts; `campaign` stands by and
   * tries to acquire it again.
   *
   * @default 'fail'
   */
  readonly onLost?: 'fail' | 'campaign'
  /** Time limit for releasing the lease. @default '5s' */
  readonly releaseWithin?: Duration
}

/** Failure: `KW_LEASE_OPTION` for an option that is missing or unknown, or if the times do not fit together. */
export function leader(options: LeaderOptions): Coordination {
  assertLeaderForm(options)
  const timing = leaseTiming(options)
  const lease = { namespace: options.namespace, name: options.lease }
  return { mode: 'leader', lease, coordinate: (host) => new Leader(options, timing, host) }
}

class Leader implements Coordinator {
  readonly #options: LeaderOptions
  readonly #timing: LeaseTiming
  readonly #host: CoordinationHost
  readonly #holder: LeaseHolder

  constructor(options: LeaderOptions, timing: LeaseTiming, host: CoordinationHost) {
    this.#options = options
    this.#timing = timing
    this.#host = host
    const { client, clock, identity } = host
    const lease = { name: options.lease, namespace: options.namespace }
    this.#holder = new LeaseHolder({ client, clock, lease, identity, timing })
  }

  get standing(): Standing {
    const { isHeld: isActing, holder } = this.#holder
    const of = `${this.#options.namespace}/${this.#options.lease}`
    const text = isActing
      ? `leader: holds the lease ${of}`
      : `standby: the lease ${of} is held by ${holder ?? 'no process yet'}`
    return { isActing, holder, text }
  }

  async run(signal: AbortSignal, act: (mayAct: AbortSignal) => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      if (!(await this.#acquire(signal))) return
      this.#host.log.info('acquired leadership', { lease: this.#options.lease })
      const lost = await this.#lead(signal, act)
      if (lost === undefined) return
      if (this.#options.onLost !== 'campaign') throw lost
      this.#host.log.warn('lost leadership, campaigning again', { lease: this.#options.lease, error: lost })
    }
  }

  /** Resolves to false if aborted. */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.#attempt(signal)) return true
      await this.#pause(signal)
    }
    return false
  }

  /** Acts while the lease is held. Resolves to the reason it was lost, or to `undefined` after an orderly end. */
  async #lead(signal: AbortSignal, act: (mayAct: AbortSignal) => Promise<void>): Promise<Error | undefined> {
    const right = new AbortController()
    const stopped = new AbortController()
    let lost: Error | undefined
    const keeping = this.#keep(stopped.signal).then((why) => {
      if (why === undefined) return
      lost = why
      right.abort(why)
    })
    let hasEnded = false
    try {
      await act(AbortSignal.any([signal, right.signal]))
      hasEnded = true
    } finally {
      // Keep renewing until `act` has settled; only then may another process start.
      stopped.abort()
      await keeping
      // A failed `act` may leave work in flight: then the lease is left to expire.
      if (hasEnded) await this.#release()
      else this.#holder.forget()
    }
    return lost
  }

  /** Renews until stopped, then resolves to `undefined`. Resolves to the failure when the lease is lost. */
  async #keep(stop: AbortSignal): Promise<Error | undefined> {
    while (!stop.aborted) {
      await this.#pause(stop)
      if (stop.aborted) return undefined
      const failure = await this.#renew(stop)
      if (failure !== undefined && !this.#holder.isHeld && !stop.aborted) return this.#lostBecause(failure)
    }
    return undefined
  }

  /** Resolves to the failure, if any. */
  async #renew(stop: AbortSignal): Promise<Error | undefined> {
    const { clock, log } = this.#host
    using limit = deadline(
      clock,
      this.#holder.attemptMs,
      () => new Error('the API server did not respond in time'),
      stop,
    )
    try {
      const isHeld = await this.#holder.tryHold(limit.signal)
      return isHeld ? undefined : new Error(this.#whoKeepsIt())
    } catch (error) {
      if (!stop.aborted) log.warn('lease renewal failed, will retry', { lease: this.#options.lease, error })
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /** The last read state may name this process itself: the lease was deleted since. */
  #whoKeepsIt(): string {
    const { holder, identity } = this.#holder
    return holder === identity ? 'another program writes or deletes it' : `${holder ?? 'another process'} holds it`
  }

  async #attempt(signal: AbortSignal): Promise<boolean> {
    const { clock, log } = this.#host
    using limit = deadline(
      clock,
      this.#timing.renewWithinMs,
      () => new Error('the API server did not respond in time'),
      signal,
    )
    try {
      return await this.#holder.tryHold(limit.signal)
    } catch (error) {
      if (!signal.aborted) log.warn('lease could not be acquired, will retry', { lease: this.#options.lease, error })
      return false
    }
  }

  async #release(): Promise<void> {
    const { clock, log } = this.#host
    using limit = deadline(
      clock,
      this.#options.releaseWithin ?? '5s',
      () => new Error('the API server did not respond in time'),
    )
    await this.#holder.release(limit.signal).catch((error: unknown) =>
      log.warn('lease could not be released, another process takes over when it expires', {
        lease: this.#options.lease,
        error,
      }),
    )
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#host
    await sleep(clock, this.#holder.pauseMs(random), signal).catch(() => undefined) // aborted: the caller checks the signal
  }

  #lostBecause(failure: unknown): Error {
    const lease = formatRef({ namespace: this.#options.namespace, name: this.#options.lease })
    return leaseErrors('KW_LEASE_LOST', {
      what: `keep the lease ${lease}`,
      why: failure instanceof Error ? failure.message : String(failure),
      next:
        this.#options.onLost === 'campaign'
          ? 'No action is needed: this process stands by, and leads again when it acquires the lease.'
          : 'Let the process exit and restart, or set `onLost: "campaign"` to continue as a standby.',
      details: { lease },
      cause: failure,
    })
  }
}
