/** A number that goes up and down, for each set of label values. */
import type { GaugeFamily, MetricHead, MetricSource } from './metric-family.ts'
import { type LabelValues, Series } from './series.ts'

export class Gauge implements MetricSource {
  readonly #head: MetricHead
  readonly #series: Series<number>

  constructor(head: MetricHead) {
    this.#head = head
    this.#series = new Series(head, () => 0)
  }

  /** @param values of the labels, in the order of their names */
  set(values: LabelValues, value: number): void {
    this.#series.of(values).state = value
  }

  add(values: LabelValues, amount: number): void {
    this.#series.of(values).state += amount
  }

  /** Forgets every series whose first labels have these values. */
  remove(values: LabelValues): void {
    this.#series.remove(values)
  }

  collect(): readonly [GaugeFamily] {
    const { name, help, labelNames = [] } = this.#head
    return [
      { type: 'gauge', name, help, labelNames, samples: this.#series.map((labels, value) => ({ labels, value })) },
    ]
  }
}

/** A gauge that is read when somebody asks, and kept nowhere. */
export function gaugeOf(
  head: MetricHead,
  samples: readonly (readonly [values: LabelValues, value: number])[],
): GaugeFamily {
  const gauge = new Gauge(head)
  for (const [values, value] of samples) gauge.set(values, value)
  return gauge.collect()[0]
}
