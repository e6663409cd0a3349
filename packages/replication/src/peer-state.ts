/** Whether a peer can be used: the result of its last check, and since when it fails. */
import { toMs } from '@kubewright/core'
import { backOffMs } from '@kubewright/core/time'
import { isAway } from './failure.ts'
import type { Outcome } from './outcome.ts'
import type { ReplicatorParts } from './replicator-parts.ts'

export type PeerProblem = Outcome & { state: 'problem' }

/** The state of a peer. */
export type PeerState =
  /** No response yet. */
  | { readonly phase: 'starting' }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failing'; readonly reason: string; readonly message: string }

/** Whether it merely does not answer: the same cluster may come back. */
export function isAwayOnly({ reason }: PeerProblem): boolean {
  return isAway({ reason, message: '' }) || reason === 'Failing'
}

/** A peer that is away is reported only after a while; any other problem is reported at once. */
export class PeerHealth {
  readonly #timing: Pick<ReplicatorParts, 'clock' | 'recheck' | 'unreachableAfter'>
  #failing: { readonly problem: PeerProblem; readonly since: number; readonly isReported: boolean } | undefined
  #isReady = false
  /** Failed checks since the last success, or since a check was requested. */
  #attempts = 0

  constructor(timing: Pick<ReplicatorParts, 'clock' | 'recheck' | 'unreachableAfter'>) {
    this.#timing = timing
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get isFailing(): boolean {
    return this.#failing !== undefined
  }

  get state(): PeerState {
    if (this.#failing?.isReported) return { phase: 'failing', ...this.#failing.problem }
    return this.#isReady ? { phase: 'ready' } : { phase: 'starting' }
  }

  /** The reported problem. */
  get problem(): PeerProblem | undefined {
    return this.#failing?.isReported === true ? this.#failing.problem : undefined
  }

  /** Until the next check. */
  get waitMs(): number {
    if (this.#failing === undefined) return toMs(this.#timing.recheck)
    const backoffMs = backOffMs(this.#attempts + 1, 500, 30_000)
    return Math.min(backoffMs, this.#failing.isReported ? Infinity : toMs(this.#timing.unreachableAfter))
  }

  /** Resets the back-off of failed checks. */
  retryAtOnce(): void {
    this.#attempts = 0
  }

  /** The peer has to be made ready again: its cached objects are dropped. */
  restart(): void {
    this.#isReady = false
  }

  /** @returns whether it was ready already, and whether a problem was reported until now */
  succeeded(): { readonly wasReady: boolean; readonly wasReported: boolean } {
    const before = { wasReady: this.#isReady, wasReported: this.#failing?.isReported === true }
    this.#failing = undefined
    this.#attempts = 0
    this.#isReady = true
    return before
  }

  /** @returns whether a problem is to be reported that was not reported before */
  failed(problem: PeerProblem): boolean {
    const { clock, unreachableAfter } = this.#timing
    this.#attempts++
    const before = this.#failing
    const since = before?.since ?? clock.elapsed()
    const isOld = clock.elapsed() - since >= toMs(unreachableAfter)
    const isReported = !isAwayOnly(problem) || isOld || before?.isReported === true
    this.#isReady = false
    this.#failing = { problem, since, isReported }
    return isReported && (before?.isReported !== true || before.problem.reason !== problem.reason)
  }
}
