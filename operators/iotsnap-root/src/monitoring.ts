/** The measurements while monitoring is on: services and MinIO through a Telegraf sidecar, databases through `telegrafmon`. Pure. */
import { Monitoring, monitoringLabel } from '@kubewright/monitoring'
import { type Component, cascade } from '@kubewright/stack'
import { manifest } from 'kubewright'
import { componentTable, type ComponentType } from './component-table.ts'
import { type Instance, instancesOf } from './instances.ts'
import type { IotSnapRoot } from './iotsnap-root.ts'
import { labelKeys } from './names.ts'

/** The database that the original's `telegrafmon` writes to as well. */
export const metricsDatabase = 'iotsnap'

/** The services that expose the metrics of policies. */
export const measuredServices: readonly ComponentType[] = ['cloudstorage', 'cloudadmin', 'agentkeeper', 'cloudadmingui']

/** Groups of components with the same measurements. */
const groups = {
  services: { types: measuredServices, scrape: { port: 8080, path: '/metrics' } },
  minio: { types: ['minio'] as readonly ComponentType[], scrape: { port: 9000, path: '/minio/v2/metrics/node' } },
} as const

/** The interval of measurements for services and MinIO. */
export function intervalOf({ spec }: IotSnapRoot): string {
  return spec['monitoring-interval'] ?? '10s'
}

/** The target of a stack's samples, or `undefined` while it is not monitored. */
export function sinkUrlOf({ metadata, spec }: IotSnapRoot): string | undefined {
  const [sink] = instancesOf(spec, 'influxdbmon')
  if (sink === undefined) return undefined
  return `http://${metadata.name}-${sink.name}.${metadata.namespace}:${componentTable.influxdbmon.port}`
}

/** The label that selects the pods of an instance for monitoring. */
export function monitoringLabelsOf({ metadata, spec }: IotSnapRoot, { type }: Pick<Instance, 'type'>) {
  const group = Object.entries(groups).find(([, { types }]) => types.includes(type))?.[0]
  return spec.monitoring && group !== undefined ? { [monitoringLabel]: `${metadata.name}-${group}` } : {}
}

/** The Monitorings of a stack, as components of it; none unless monitoring is enabled. */
export function monitoringsOf(root: IotSnapRoot): readonly (readonly [string, Component])[] {
  const url = sinkUrlOf(root)
  if (url === undefined) return []
  const { name, namespace } = root.metadata
  return Object.entries(groups).map(([group, { scrape }]) => {
    const monitoring = manifest(Monitoring, {
      metadata: { name: `${name}-${group}`, namespace: namespace! },
      spec: {
        interval: intervalOf(root),
        scrape: [scrape],
        labelTags: [labelKeys.resource],
        sink: { url, database: metricsDatabase },
      },
    })
    // Always ready: missing samples are no reason to restart anything.
    return [`monitoring-${group}`, cascade(monitoring, { isReady: () => true })] as const
  })
}
