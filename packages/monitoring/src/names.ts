/** Names that are stored in clusters and in InfluxDB. Never change them. */

export const monitoringGroup = 'monitoring.kubewright.dev'

/** On a pod: the name of the Monitoring in its namespace that collects its metrics. */
export const monitoringLabel = 'monitoring.kubewright.dev/name'

/** The container that the admission adds to pods. */
export const telegrafContainer = 'telegraf'

/** The tag of every sample: `<namespace>.<name>` of the Monitoring. */
export const monitoringTag = 'monitoring'

/** The tag of every sample: the name of the pod. */
export const podTag = 'pod'

/** Where the container finds its configuration. */
export const configDirectory = '/etc/telegraf'

/** The volume with the configuration. */
export const configVolume = 'telegraf-config'

/** The ConfigMap with the configuration of a Monitoring. */
export function configMapOf(name: string): string {
  return `${name}-telegraf`
}
