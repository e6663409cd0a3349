/** The findings of one run that need no comparison with another: each failure once, with the step at which it was observed. */
import type { Finding } from '../trace/finding.ts'

export class RunFindings {
  readonly #all: Finding[] = []
  readonly #step: () => number

  /** @param step the user's last step */
  constructor(step: () => number) {
    this.#step = step
  }

  get all(): readonly Finding[] {
    return this.#all
  }

  readonly add = (found: Finding): void => {
    if (this.#all.some(({ signature }) => signature === found.signature)) return
    this.#all.push({ ...found, step: this.#step() })
  }
}
