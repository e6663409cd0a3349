/** Metrics as data, in the form every scrape of a manager is made of. */

interface Family {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
}

type Labels = Readonly<Record<string, string>>

export interface NumberFamily extends Family {
  readonly type: 'counter' | 'gauge'
  readonly samples: readonly { readonly labels: Labels; readonly value: number }[]
}

export interface HistogramFamily extends Family {
  readonly type: 'histogram'
  readonly samples: readonly {
    readonly labels: Labels
    /** How many observations were at most `le`, for each bound in turn; the last bound is infinity. */
    readonly buckets: readonly { readonly le: number; readonly count: number }[]
    readonly sum: number
    readonly count: number
  }[]
}

export type CounterFamily = NumberFamily & { readonly type: 'counter' }
export type GaugeFamily = NumberFamily & { readonly type: 'gauge' }
export type WebhookMetricFamily = CounterFamily | GaugeFamily | HistogramFamily
