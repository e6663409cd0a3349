/** Every error of monitoring. */
import { defineErrors } from '@kubewright/core/errors'

/** Factory and registry of the errors of this package, `KW_MONITORING_…`. */
export const monitoringErrors = defineErrors({
  KW_MONITORING_SINK: {
    summary: 'Samples could not be read from InfluxDB.',
    cause:
      'InfluxDB does not respond at the address, has no such database, or rejects the query. The message quotes its response.',
    remedy: 'Correct `spec.sink` of the Monitoring, for example `url: http://influxdb:8086`, or start InfluxDB.',
  },
})
