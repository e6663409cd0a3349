/** Names stored in clusters and in InfluxDB. They must never change. */

export const monitoringGroup = 'monitoring.kubewright.dev'

/** On a pod: the name of the Monitoring in its namespace that collects its metrics. */
export const monitoringLabel = 'monitoring.kubewright.dev/name'

/** The container that the admission adds to pods. */
export const telegrafContainer = 'telegraf'

/** The tag of every sample: `<namespace>.<name>` of the Monitoring. */
export const monitoringTag = 'monitoring'

/** The tag of every sample: the name of the pod. */
export const podTag = 'pod'

/** The mount path of the configuration. */
export const configDirectory = '/etc/telegraf'

/** The volume with the configuration. */
export const configVolume = 'telegraf-config'

/** The ConfigMap with the configuration of a Monitoring. */
export function configMapOf(name: string): string {
  return `${name}-telegraf`
}
