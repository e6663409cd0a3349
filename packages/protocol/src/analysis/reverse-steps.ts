/** The steps of a state space by their target. */
import type { StateSpace } from './state-space.ts'

export class ReverseSteps {
  readonly #offsets: Int32Array
  readonly #sources: Int32Array
  readonly #costs: Int32Array

  /** Only steps whose kind `fits`. */
  constructor(space: StateSpace, fits: (kind: number) => boolean) {
    this.#offsets = new Int32Array(space.size + 1)
    let steps = 0
    for (let state = 0; state < space.expanded; state++)
      space.forEachStep(state, (target, kind) => {
        if (!fits(kind)) return
        this.#offsets[target + 1]!++
        steps++
      })
    for (let state = 0; state < space.size; state++) this.#offsets[state + 1]! += this.#offsets[state]!
    const next = this.#offsets.slice()
    this.#sources = new Int32Array(steps)
    this.#costs = new Int32Array(steps)
    for (let state = 0; state < space.expanded; state++)
      space.forEachStep(state, (target, kind, cost) => {
        if (!fits(kind)) return
        const at = next[target]!++
        this.#sources[at] = state
        this.#costs[at] = cost
      })
  }

  forEach(target: number, visit: (source: number, cost: number) => void): void {
    const end = this.#offsets[target + 1]!
    for (let at = this.#offsets[target]!; at < end; at++) visit(this.#sources[at]!, this.#costs[at]!)
  }

  /**
   * Marks with 1 every state from which a state of `starts` is reachable through states that `isAllowed`.
   */
  closure(size: number, starts: Iterable<number>, isAllowed: (state: number) => boolean = () => true): Uint8Array {
    const marked = new Uint8Array(size)
    const waiting: number[] = []
    for (const start of starts) {
      marked[start] = 1
      waiting.push(start)
    }
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop())
      this.forEach(state, (source) => {
        if (marked[source] === 1 || !isAllowed(source)) return
        marked[source] = 1
        waiting.push(source)
      })
    return marked
  }
}
