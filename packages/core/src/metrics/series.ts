/** The series of one metric: one for each set of label values. */
import type { MetricHead, MetricLabels } from './metric-family.ts'

/** Label values, in the order of the label names. */
export type LabelValues = readonly string[]

export class Series<State> {
  readonly #head: MetricHead
  readonly #initial: () => State
  readonly #series = new Map<string, { readonly values: LabelValues; state: State }>()

  constructor(head: MetricHead, initial: () => State) {
    this.#head = head
    this.#initial = initial
  }

  /** The series of these values, created on first use. */
  of(values: LabelValues): { state: State } {
    const key = values.join('\0')
    let series = this.#series.get(key)
    if (series === undefined) this.#series.set(key, (series = { values, state: this.#initial() }))
    return series
  }

  /** Removes every series whose leading labels have these values. */
  remove(values: LabelValues): void {
    for (const [key, series] of this.#series) {
      if (values.every((value, index) => series.values[index] === value)) this.#series.delete(key)
    }
  }

  map<Sample>(sample: (labels: MetricLabels, state: State) => Sample): readonly Sample[] {
    const names = this.#head.labelNames ?? []
    return [...this.#series.values()].map(({ values, state }) => {
      const labels = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
      return sample(labels, state)
    })
  }
}
