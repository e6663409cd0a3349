/**
 * One term of a process on a cluster, from acquiring the cluster's lease until releasing or losing it.
 *
 * Guarantees
 * - Writes are allowed only while the last renewal was sent less than `renewWithin` ago; other processes wait for `duration`.
 * - A term ends when another process held the lease in between, even if this one got it again without noticing.
 * - The lease is released only when the work has ended and every write to the cluster has been answered, or has had the time
 *   to arrive. Otherwise it is no longer renewed, and expires.
 */
import { onAbort, track } from '@kubewright/core/tasks'
import { deadline } from '@kubewright/core/time'
import type { ClusterShare, DividedCluster, LeaseHolder } from '@kubewright/lease'
import { shardingErrors } from '../errors.ts'
import { pause } from '../pause.ts'
import type { ClusterLeaseSettings } from './cluster-lease-settings.ts'
import type { SentWrites } from './sent-writes.ts'

export type ActOnCluster = Parameters<ClusterShare['run']>[2]

export interface ClusterTermOptions extends Pick<ClusterLeaseSettings, 'clock' | 'random' | 'log' | 'drainWithinMs'> {
  readonly cluster: DividedCluster
  readonly holder: LeaseHolder
  readonly sent: SentWrites
}

/** How long reconciles may take to notice that they were aborted. */
const abortGraceMs = 2_000

export class ClusterTerm {
  readonly #options: ClusterTermOptions
  readonly #stop = new AbortController()
  readonly #kill = new AbortController()
  /** Identifies the hold on the lease that this term is based on. */
  readonly #hold: string
  #hasEnded = false
  #drain: Disposable | undefined
  #lost: Error | undefined
  #leftAt: number | undefined
  #hasFailed = false

  constructor(options: ClusterTermOptions) {
    this.#options = options
    this.#hold = this.#currentHold
  }

  /** Changes when the holder changes, and when the lease is recreated. */
  get #currentHold(): string {
    const { metadata, spec } = this.#options.holder.stored ?? {}
    return `${metadata?.uid} ${spec?.leaseTransitions}`
  }

  /** Whether a write may be sent right now. */
  get mayWrite(): boolean {
    return !this.#hasEnded && this.#options.holder.isHeld && this.#currentHold === this.#hold
  }

  get isLeaving(): boolean {
    return this.#stop.signal.aborted
  }

  /** When the lease was left to expire; `undefined` if it may be released, or was lost. */
  get leftAt(): number | undefined {
    return this.#leftAt
  }

  /** Whether the work rejected. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Ends the work; aborts it if that takes longer than `drainWithin`. */
  leave(reason: Error): void {
    if (this.isLeaving) return
    const { clock, drainWithinMs } = this.#options
    this.#stop.abort(reason)
    this.#drain = clock.schedule(drainWithinMs(), () => this.#kill.abort(reason))
  }

  /** Resolves once the work has ended. Returns whether the lease may be released because no work continues. Never rejects. */
  async run(stop: AbortSignal, kill: AbortSignal, act: ActOnCluster): Promise<boolean> {
    const told = [follow(stop, this.#stop), follow(kill, this.#kill)]
    const given = new AbortController()
    const keeping = track(`keep the cluster ${this.#options.cluster.name}`, this.#keep(given.signal))
    const acting = this.#act(act)
    const isOver = await this.#isOver(acting, kill)
    given.abort()
    await keeping
    if (!isOver || this.#lost !== undefined) this.#options.holder.forget()
    if (!isOver && this.#lost === undefined) this.#leftAt = this.#options.clock.elapsed()
    for (const one of told) one[Symbol.dispose]()
    // Work that ignores the abort must have ended before this process starts there again.
    await acting
    return isOver && this.#lost === undefined
  }

  /** Returns whether the work succeeded. Never rejects. */
  async #act(act: ActOnCluster): Promise<boolean> {
    const { log, cluster } = this.#options
    try {
      await act(this.#stop.signal, this.#kill.signal)
      return true
    } catch (error) {
      log.error('work on a cluster failed, it goes on here or on another shard once the lease has expired', {
        cluster: cluster.name,
        error,
      })
      this.#hasFailed = true
      return false
    } finally {
      this.#hasEnded = true
    }
  }

  /** Whether the work has ended and its writes have arrived. The lease is renewed meanwhile. */
  async #isOver(acting: Promise<boolean>, kill: AbortSignal): Promise<boolean> {
    const { clock, log, cluster, sent, drainWithinMs } = this.#options
    const ended = await Promise.race([acting, this.#stuck(acting)])
    if (ended === 'stuck') {
      log.error(
        'aborted reconciles still run, check that they observe ctx.signal; another shard takes the cluster over when its lease expires',
        { cluster: cluster.name },
      )
    }
    this.#hasEnded = true
    this.#drain?.[Symbol.dispose]()
    if (ended !== true || this.#lost !== undefined) return false
    using limit = deadline(clock, drainWithinMs(), () => new Error('the API server did not respond in time'), kill)
    return sent.settled(limit.signal)
  }

  /** Resolves to `stuck` if the work continues although it was aborted. */
  async #stuck(acting: Promise<boolean>): Promise<'stuck' | boolean> {
    await new Promise<void>((resolve) => {
      if (this.#kill.signal.aborted) return resolve()
      const listening = onAbort(this.#kill.signal, resolve)
      void acting.then(() => {
        listening[Symbol.dispose]()
        resolve()
      })
    })
    const grace = new AbortController()
    void acting.then(() => grace.abort())
    await pause(this.#options.clock, abortGraceMs, grace.signal)
    return grace.signal.aborted ? acting : 'stuck'
  }

  /** Renews until the term is over. */
  async #keep(over: AbortSignal): Promise<void> {
    const { holder, clock, random, log, cluster } = this.#options
    while (!over.aborted) {
      await pause(clock, holder.pauseMs(random), over)
      if (over.aborted) return
      const failure = await this.#renew(over)
      if (over.aborted || (failure === undefined ? this.#currentHold === this.#hold : holder.isHeld)) continue
      this.#lost = lostBecause(
        cluster.name,
        failure ?? new Error('since the last renewal another process held it, or it was deleted'),
      )
      log.warn('lost the lease of a cluster, aborting its reconciles', { cluster: cluster.name, error: this.#lost })
      this.#stop.abort(this.#lost)
      this.#kill.abort(this.#lost)
      return
    }
  }

  /** Resolves to the failure, if any. */
  async #renew(over: AbortSignal): Promise<Error | undefined> {
    const { holder, clock } = this.#options
    using limit = deadline(clock, holder.attemptMs, () => new Error('the API server did not respond in time'), over)
    try {
      const isHeld = await holder.tryHold(limit.signal)
      return isHeld ? undefined : new Error(`${holder.holder ?? 'another process'} holds it`)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
}

function follow(signal: AbortSignal, own: AbortController): Disposable {
  if (signal.aborted) own.abort(signal.reason)
  return onAbort(signal, () => own.abort(signal.reason))
}

function lostBecause(cluster: string, failure: Error): Error {
  return shardingErrors('KW_SHARDING_CLUSTER_LOST', {
    what: `keep the lease of the cluster ${cluster}`,
    why: failure.message,
    next: 'No action is needed: another replica works on the cluster, or this one does when it has the lease again.',
    details: { cluster },
    cause: failure,
  })
}
