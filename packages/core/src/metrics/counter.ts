/** A monotonic counter, one value per set of label values. */
import type { CounterFamily, MetricHead, MetricSource } from './metric-family.ts'
import { type LabelValues, Series } from './series.ts'

/**
 * A metric that only grows.
 *
 * @example
 * ```ts
 * const mails = new Counter({ name: 'mails_sent_total', help: 'Mails sent.', labelNames: ['kind'] })
 * mails.add(['welcome'])
 * mails.add(['welcome'], 2)
 * mails.collect()[0]?.samples // => [{ labels: { kind: 'welcome' }, value: 3 }]
 * ```
 */
export class Counter implements MetricSource {
  readonly #head: MetricHead
  readonly #series: Series<number>

  constructor(head: MetricHead) {
    this.#head = head
    this.#series = new Series(head, () => 0)
  }

  /** @param values label values, in the order of the label names */
  add(values: LabelValues = [], amount = 1): void {
    this.#series.of(values).state += amount
  }

  /** Creates the series at zero if it is new, so that an event that never happened is exported as zero. */
  touch(values: LabelValues = []): void {
    this.#series.of(values)
  }

  /** Removes every series whose leading labels have these values. */
  remove(values: LabelValues): void {
    this.#series.remove(values)
  }

  collect(): readonly [CounterFamily] {
    const { name, help, labelNames = [] } = this.#head
    return [
      { type: 'counter', name, help, labelNames, samples: this.#series.map((labels, value) => ({ labels, value })) },
    ]
  }
}
