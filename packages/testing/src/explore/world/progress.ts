/**
 * How far a run has come: the user's steps, the performed actions, and the last change.
 *
 * Guarantees
 * - The number of actions since the user's last step never exceeds the limit: beyond it a livelock is assumed.
 */
import type { Clock } from '@kubewright/core'
import { LivelockError } from './liveness-errors.ts'

export class Progress {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #maxActions: number
  #step = 0
  #actions = 0
  /** The number of actions when the limit was last reset, and the time of that. */
  #resetAt = 0
  #resetMs = 0
  #changedMs = 0

  /** @param maxActions the number of actions after a step beyond which a livelock is assumed */
  constructor(clock: Pick<Clock, 'elapsed'>, maxActions: number) {
    this.#clock = clock
    this.#maxActions = maxActions
  }

  /** The number of the user's last step. */
  get step(): number {
    return this.#step
  }

  /** The number of actions so far. */
  get actions(): number {
    return this.#actions
  }

  /** The number of actions that count towards the limit. */
  get actionsInStep(): number {
    return this.#actions - this.#resetAt
  }

  /** The time of the last change. */
  get changedMs(): number {
    return this.#changedMs
  }

  noteChange(): void {
    this.#changedMs = this.#clock.elapsed()
  }

  /** Starts the user's next step, and returns its number. */
  nextStep(): number {
    this.#reset()
    this.noteChange()
    return ++this.#step
  }

  /** Failure: `LivelockError` beyond the limit. */
  countAction(): void {
    this.#actions++
    if (this.actionsInStep > this.#maxActions) throw new LivelockError()
  }

  /** A livelock is activity without the passing of time: the limit is reset after this much of it. */
  resetLimitAfter(ms: number): void {
    if (this.#clock.elapsed() - this.#resetMs > ms) this.#reset()
  }

  #reset(): void {
    this.#resetAt = this.#actions
    this.#resetMs = this.#clock.elapsed()
  }
}
