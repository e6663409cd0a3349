/** A limit on time and runs. */
import { type Clock, type Duration, toMs } from '@kubewright/core'

/** A time, or a time and a number of runs: the first limit that is reached counts. */
export type BudgetOption = Duration | { readonly within?: Duration; readonly runs?: number }

const usual: Duration = '60s'

export class Budget {
  readonly #clock: Clock
  readonly #until: number
  readonly #most: number
  readonly #signal: AbortSignal | undefined
  #runs = 0

  /** @param signal ends the budget early when aborted */
  constructor(option: BudgetOption | undefined, clock: Clock, signal?: AbortSignal) {
    const { within = usual, runs = Infinity } = typeof option === 'object' ? option : { within: option ?? usual }
    this.#clock = clock
    this.#until = clock.elapsed() + toMs(within)
    this.#most = runs
    this.#signal = signal
  }

  /** The number of runs so far. */
  get runs(): number {
    return this.#runs
  }

  count(): void {
    this.#runs++
  }

  get isSpent(): boolean {
    return this.#signal?.aborted === true || this.#runs >= this.#most || this.#clock.elapsed() > this.#until
  }

  /** A share of the remaining budget, of at least one run. It is also spent when the whole budget is. */
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
