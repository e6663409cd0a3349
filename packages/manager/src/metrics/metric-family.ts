/** Metrics as data, before they are written in any format: those of the client, and gauges. */
import type { MetricFamily as CountedFamily } from '@kubewright/client'

export type MetricLabels = Readonly<Record<string, string>>

export interface GaugeFamily {
  readonly type: 'gauge'
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly samples: readonly { readonly labels: MetricLabels; readonly value: number }[]
}

export type MetricFamily = CountedFamily | GaugeFamily

/** What can be scraped. */
export interface MetricSource {
  collect(): readonly MetricFamily[]
}

/** How a metric is called, and by what its series differ. */
export interface MetricHead {
  readonly name: string
  readonly help: string
  /** @default none */
  readonly labelNames?: readonly string[]
}
