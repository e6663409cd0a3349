/**
 * Metrics: counters, gauges, histograms, their exposition, and quoting in InfluxQL queries. Pure: a manager serves them. A separate entry point, so that programs
 * without metrics do not load it.
 * See decision 0111.
 */
export { Counter } from './metrics/counter.ts'
export { Gauge, gaugeOf } from './metrics/gauge.ts'
export { Histogram } from './metrics/histogram.ts'
export { influxName, influxText } from './metrics/influxql.ts'
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
