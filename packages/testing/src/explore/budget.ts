/** How long, and how often, something may run. */
import { type Clock, type Duration, toMs } from '@kubewright/core'

/** A time, or a time and a number of runs: whatever is over first. */
export type BudgetOption = Duration | { readonly within?: Duration; readonly runs?: number }

const usual: Duration = '60s'

export class Budget {
  readonly #clock: Clock
  readonly #until: number
  readonly #most: number
  readonly #signal: AbortSignal | undefined
  #runs = 0

  /** @param signal aborted when nothing more is to run, whatever is left */
  constructor(option: BudgetOption | undefined, clock: Clock, signal?: AbortSignal) {
    const { within = usual, runs = Infinity } = typeof option === 'object' ? option : { within: option ?? usual }
    this.#clock = clock
    this.#until = clock.elapsed() + toMs(within)
    this.#most = runs
    this.#signal = signal
  }

  /** How often something has run. */
  get runs(): number {
    return this.#runs
  }

  count(): void {
    this.#runs++
  }

  get isSpent(): boolean {
    return this.#signal?.aborted === true || this.#runs >= this.#most || this.#clock.elapsed() > this.#until
  }

  /** A part of what is left now, and at least one run of it. Spent, too, when all is. */
  share(part: number): { readonly isSpent: boolean } {
    const [now, before] = [this.#clock.elapsed(), this.#runs]
    const [until, most] = [now + (this.#until - now) * part, before + Math.ceil((this.#most - before) * part)]
    const isPartSpent = () => this.#runs >= most || (this.#runs > before && this.#clock.elapsed() > until)
    const isAllSpent = () => this.isSpent
    return {
      get isSpent() {
        return isAllSpent() || isPartSpent()
      },
    }
  }
}
