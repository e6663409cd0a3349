/** Metrics as data, independent of any exposition format. */

/** A metric with its samples at one moment, for exposition. */
export type MetricFamily = CounterFamily | GaugeFamily | HistogramFamily

/** What the samples of a metric have in common. */
interface Family {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
}

/** A counter with its samples, one per set of label values. */
export interface CounterFamily extends Family {
  readonly type: 'counter'
  readonly samples: readonly NumberSample[]
}

/** A gauge with its samples, one per set of label values. */
export interface GaugeFamily extends Family {
  readonly type: 'gauge'
  readonly samples: readonly NumberSample[]
}

/** A histogram with its samples, one per set of label values. */
export interface HistogramFamily extends Family {
  readonly type: 'histogram'
  readonly samples: readonly HistogramSample[]
}

/** The value of a counter or gauge for one set of label values. */
export interface NumberSample {
  readonly labels: MetricLabels
  readonly value: number
}

/** The cumulative buckets, sum and count of a histogram for one set of label values. */
export interface HistogramSample {
  readonly labels: MetricLabels
  /** The number of observations of at most `le`, for each bound; the last bound is infinity. */
  readonly buckets: readonly { readonly le: number; readonly count: number }[]
  readonly sum: number
  readonly count: number
}

/** The labels of a sample, by name. */
export type MetricLabels = Readonly<Record<string, string>>

/** A source of metrics to scrape. */
export interface MetricSource {
  collect(): readonly MetricFamily[]
}

/** The name, help text and label names of a metric. */
export interface MetricHead {
  readonly name: string
  readonly help: string
  /** @default none */
  readonly labelNames?: readonly string[]
}
