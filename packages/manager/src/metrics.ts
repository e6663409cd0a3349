/** Metrics of a program, and the registry that exposes them. */
export type { MetricsOptions } from './manager-options.ts'
export { MetricRegistry, type MetricRegistryOptions } from './metrics/metric-registry.ts'
export {
  Counter,
  Gauge,
  Histogram,
  type MetricFamily,
  type MetricHead,
  type MetricSource,
} from '@kubewright/core/metrics'
