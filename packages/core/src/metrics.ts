/**
 * Numbers about a running program, and what a scrape of them says. Pure: nobody listens here and nothing is written; a
 * manager serves them. A path of its own, so that whoever does not count does not load it.
 */
export { Counter } from './metrics/counter.ts'
export { Gauge, gaugeOf } from './metrics/gauge.ts'
export { Histogram } from './metrics/histogram.ts'
export type {
  CounterFamily,
  GaugeFamily,
  HistogramFamily,
  HistogramSample,
  MetricFamily,
  MetricHead,
  MetricLabels,
  MetricSource,
  NumberSample,
} from './metrics/metric-family.ts'
export type { LabelValues } from './metrics/series.ts'
