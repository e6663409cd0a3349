/**
 * The passing of virtual time: how long the world waits for the next timer. After its patience has passed without a change, the remaining
 * timers count as idle. It waits longer for work in flight, for the back-off of failures, and for the user.
 */
import type { VirtualClock } from '@kubewright/core/testing'
import type { ConnectionClock } from '../../cluster/connection-clock.ts'
import type { CurrentOutage } from './current-outage.ts'
import type { Harness } from './harness.ts'
import type { Progress } from './progress.ts'
import type { StaleViews } from './stale-views.ts'

export interface TimePassageParts {
  readonly clock: VirtualClock
  readonly connectionClock: ConnectionClock
  /** Objects whose last reconcile failed. */
  readonly failing: ReadonlyMap<string, string>
  readonly harness: Pick<Harness, 'isReconciling'>
  readonly outage: CurrentOutage
  readonly progress: Progress
  readonly staleViews: StaleViews
}

/** How long to wait, after a change or a wait, for the back-off of a failing reconcile, or for the timer of a reconcile in flight. */
const failingMs = 30 * 60_000

export class TimePassage {
  readonly #parts: TimePassageParts
  readonly #patienceMs: number
  /** The latest time to wait for, unless work is in flight. */
  #latestMs = Infinity
  /** The user waits until this time. */
  #userWaitsUntil = 0

  /** @param patienceMs the world counts as idle after this much virtual time without a change */
  constructor(parts: TimePassageParts, patienceMs: number) {
    this.#parts = parts
    this.#patienceMs = patienceMs
  }

  /** Resolves after this much time, for which the world waits in any case. */
  wait(ms: number): Promise<void> {
    const { clock } = this.#parts
    this.#userWaitsUntil = Math.max(this.#userWaitsUntil, clock.elapsed() + ms)
    return new Promise((resolve) => void clock.schedule(ms, resolve))
  }

  /** Waits at most until this time, until the result is disposed: only work in flight may take longer. */
  limitTo(moment: number): Disposable {
    this.#latestMs = moment
    return { [Symbol.dispose]: () => void (this.#latestMs = Infinity) }
  }

  /** Whether a timer is due that is worth waiting for. @param isIdle whether no action is enabled: then a reconcile may wait for it */
  canPass(isIdle = false): boolean {
    using _ = this.#suspendConnections()
    const { clock } = this.#parts
    const { nextInMs } = clock
    return nextInMs !== undefined && clock.elapsed() + nextInMs <= this.#waitsUntil(isIdle)
  }

  /**
   * Advances to the next timer, as an action; if holds have reached their maximum length, ends them instead. Resolves to whether there was
   * a timer that is worth waiting for.
   */
  async pass(): Promise<boolean> {
    if (!this.canPass(true)) return false
    const { clock, progress, staleViews } = this.#parts
    if (staleViews.endOverdue()) return true // the operator acts on the missed events before time passes
    progress.countAction()
    using _ = this.#suspendConnections()
    await clock.advance(clock.nextInMs!)
    if (clock.elapsed() < this.#userWaitsUntil) progress.resetLimitAfter(this.#patienceMs)
    return true
  }

  #waitsUntil(isIdle: boolean): number {
    const { failing, harness, outage, progress } = this.#parts
    const isFailing = failing.size > 0 || outage.hasBrokenWatches || outage.isLasting
    const isLong = isFailing || (isIdle && harness.isReconciling())
    if (!isLong) return Math.min(this.#latestMs, Math.max(progress.changedMs + this.#patienceMs, this.#userWaitsUntil))
    // A failure at the end of a long wait is retried too, however long ago the last change was.
    return Math.max(progress.changedMs, this.#userWaitsUntil) + Math.max(failingMs, this.#patienceMs)
  }

  /** Suspends connection timers while no reconcile is in flight. */
  #suspendConnections(): Disposable | undefined {
    const { connectionClock, harness, staleViews } = this.#parts
    return harness.isReconciling() || staleViews.size > 0 ? undefined : connectionClock.suspend()
  }
}
