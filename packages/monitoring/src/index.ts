/** Telegraf as a sidecar of any workload, with InfluxDB as the sink, as a resource; and samples for scaling. */
export { monitoringErrors } from './errors.ts'
export { type InfluxOptions, type MetricSample, readSamples } from './influx.ts'
export type { MetricQuery } from './influx-query.ts'
export { Monitoring, type MonitoringInput } from './monitoring.ts'
export { monitoringAdmission, type MonitoringAdmissionOptions } from './monitoring-admission.ts'
export { monitoringController, type MonitoringControllerOptions } from './monitoring-controller.ts'
export { monitoringLabel, telegrafContainer } from './names.ts'
