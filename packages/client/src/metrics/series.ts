/** Counters and histograms, one series for each set of label values. */
import type { CounterFamily, HistogramFamily, HistogramSample, MetricLabels } from './metric-family.ts'

interface Head {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
}

/** Values of labels, in the order of their names. */
type LabelValues = readonly string[]

export class Counter {
  readonly #head: Head
  readonly #values = new Map<string, { readonly values: LabelValues; total: number }>()

  constructor(head: Head) {
    this.#head = head
  }

  add(values: LabelValues): void {
    const key = values.join('\0')
    const series = this.#values.get(key)
    if (series === undefined) this.#values.set(key, { values, total: 1 })
    else series.total++
  }

  collect(): CounterFamily {
    const samples = [...this.#values.values()].map(({ values, total }) => ({
      labels: labelsOf(this.#head, values),
      value: total,
    }))
    return { ...this.#head, type: 'counter', samples }
  }
}

interface Observations {
  readonly values: LabelValues
  /** How many fell between two bounds; one more than there are bounds. */
  readonly counts: number[]
  sum: number
}

export class Histogram {
  readonly #head: Head
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, Observations>()

  constructor(head: Head, bounds: readonly number[]) {
    this.#head = head
    this.#bounds = bounds
  }

  observe(values: LabelValues, amount: number): void {
    const key = values.join('\0')
    let series = this.#series.get(key)
    if (series === undefined) {
      series = { values, counts: [...this.#bounds, 0].fill(0), sum: 0 }
      this.#series.set(key, series)
    }
    const above = this.#bounds.findIndex((bound) => amount <= bound)
    series.counts[above === -1 ? this.#bounds.length : above]!++
    series.sum += amount
  }

  collect(): HistogramFamily {
    return { ...this.#head, type: 'histogram', samples: [...this.#series.values()].map((one) => this.#sample(one)) }
  }

  #sample({ values, counts, sum }: Observations): HistogramSample {
    let count = 0
    const buckets = [...this.#bounds, Number.POSITIVE_INFINITY].map((le, index) => {
      count += counts[index]!
      return { le, count }
    })
    return { labels: labelsOf(this.#head, values), buckets, sum, count }
  }
}

function labelsOf({ labelNames }: Head, values: LabelValues): MetricLabels {
  return Object.fromEntries(labelNames.map((name, index) => [name, values[index]!]))
}
