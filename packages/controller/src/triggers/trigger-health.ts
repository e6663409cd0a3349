/** The health of a trigger. See decision 0146. */
import type { Clock } from '@kubewright/core'
import type { TriggerState } from '../host/trigger-state.ts'

export class TriggerHealth {
  readonly #name: string
  readonly #clock: Clock
  #hasWorked = false
  #failure: { readonly error: unknown; readonly since: number } | undefined

  constructor(name: string, clock: Clock) {
    this.#name = name
    this.#clock = clock
  }

  get state(): TriggerState {
    const [name, hasWorked, failure] = [this.#name, this.#hasWorked, this.#failure]
    if (failure === undefined) return { name, hasWorked }
    return { name, hasWorked, failure: { error: failure.error, failingMs: this.#clock.elapsed() - failure.since } }
  }

  works(): void {
    this.#hasWorked = true
    this.#failure = undefined
  }

  fails(error: unknown): void {
    this.#failure = { error, since: this.#failure?.since ?? this.#clock.elapsed() }
  }
}
