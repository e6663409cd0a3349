/** How often a measured value was at most so much, for each set of label values. */
import type { HistogramFamily, MetricHead, MetricSource } from './metric-family.ts'
import { type LabelValues, Series } from './series.ts'

interface Observations {
  /** How many fell between two bounds; one more than there are bounds. */
  readonly counts: number[]
  sum: number
}

export class Histogram implements MetricSource {
  readonly #head: MetricHead
  readonly #bounds: readonly number[]
  readonly #series: Series<Observations>

  /** @param bounds the upper bounds of its buckets, ascending; infinity is always the last */
  constructor(head: MetricHead, bounds: readonly number[]) {
    this.#head = head
    this.#bounds = bounds
    this.#series = new Series(head, () => ({ counts: [...bounds, 0].fill(0), sum: 0 }))
  }

  /** @param values of the labels, in the order of their names */
  observe(values: LabelValues, amount: number): void {
    const { state } = this.#series.of(values)
    const above = this.#bounds.findIndex((bound) => amount <= bound)
    state.counts[above === -1 ? this.#bounds.length : above]!++
    state.sum += amount
  }

  /** Lets the series exist, empty if it is new. */
  touch(values: LabelValues = []): void {
    this.#series.of(values)
  }

  /** Forgets every series whose first labels have these values. */
  remove(values: LabelValues): void {
    this.#series.remove(values)
  }

  collect(): readonly [HistogramFamily] {
    const { name, help, labelNames = [] } = this.#head
    const samples = this.#series.map((labels, { counts, sum }) => ({ labels, ...this.#cumulate(counts), sum }))
    return [{ type: 'histogram', name, help, labelNames, samples }]
  }

  #cumulate(counts: readonly number[]) {
    let count = 0
    const buckets = [...this.#bounds, Number.POSITIVE_INFINITY].map((le, index) => {
      count += counts[index]!
      return { le, count }
    })
    return { buckets, count }
  }
}
