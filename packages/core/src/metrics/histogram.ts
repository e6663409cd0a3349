/** A cumulative histogram, one per set of label values. */
import type { HistogramFamily, MetricHead, MetricSource } from './metric-family.ts'
import { type LabelValues, Series } from './series.ts'

interface Observations {
  /** Observations between two bounds; one more entry than there are bounds. */
  readonly counts: number[]
  sum: number
}

/** A metric that counts observations in buckets, such as latencies; one histogram per set of label values. */
export class Histogram implements MetricSource {
  readonly #head: MetricHead
  readonly #bounds: readonly number[]
  readonly #series: Series<Observations>

  /** @param bounds the upper bounds of the buckets, ascending; infinity is added as the last */
  constructor(head: MetricHead, bounds: readonly number[]) {
    this.#head = head
    this.#bounds = bounds
    this.#series = new Series(head, () => ({ counts: [...bounds, 0].fill(0), sum: 0 }))
  }

  /** @param values label values, in the order of the label names */
  observe(values: LabelValues, amount: number): void {
    const { state } = this.#series.of(values)
    const above = this.#bounds.findIndex((bound) => amount <= bound)
    state.counts[above === -1 ? this.#bounds.length : above]!++
    state.sum += amount
  }

  /** Creates the series if it is new. */
  touch(values: LabelValues = []): void {
    this.#series.of(values)
  }

  /** Removes every series whose leading labels have these values. */
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
