/** The health of a trigger. See decision 0146. */
import type { Clock } from '@kubewright/core'

/** The health of a trigger: its last failure, and whether it has ever worked. */
export interface TriggerState {
  readonly name: string
  /** The last error; absent while it works, or has not failed yet. */
  readonly failure?: { readonly error: unknown; readonly failingMs: number }
  /** Whether it has ever worked. One that fails and has never worked is probably misconfigured. */
  readonly hasWorked: boolean
}

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
