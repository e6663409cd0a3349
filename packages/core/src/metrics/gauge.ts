/** A value that goes up and down, one per set of label values. */
import type { GaugeFamily, MetricHead, MetricSource } from './metric-family.ts'
import { type LabelValues, Series } from './series.ts'

/** A metric whose value goes up and down, such as the depth of a queue; one value per set of label values. */
export class Gauge implements MetricSource {
  readonly #head: MetricHead
  readonly #series: Series<number>

  constructor(head: MetricHead) {
    this.#head = head
    this.#series = new Series(head, () => 0)
  }

  /** @param values label values, in the order of the label names */
  set(values: LabelValues, value: number): void {
    this.#series.of(values).state = value
  }

  add(values: LabelValues, amount: number): void {
    this.#series.of(values).state += amount
  }

  /** Removes every series whose leading labels have these values. */
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

/** A gauge family built at scrape time, without stored state. */
export function gaugeOf(
  head: MetricHead,
  samples: readonly (readonly [values: LabelValues, value: number])[],
): GaugeFamily {
  const gauge = new Gauge(head)
  for (const [values, value] of samples) gauge.set(values, value)
  return gauge.collect()[0]
}
