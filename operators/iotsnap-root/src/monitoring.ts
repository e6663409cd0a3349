/** What is measured while monitoring is on: the services and MinIO by Telegraf beside them, the databases by `telegrafmon`. Pure. */
import { Monitoring, monitoringLabel } from '@kubewright/monitoring'
import { type Component, cascade } from '@kubewright/stack'
import { manifest } from 'kubewright'
import { componentTable, type ComponentType } from './component-table.ts'
import { type Instance, instancesOf } from './instances.ts'
import type { IotSnapRoot } from './iotsnap-root.ts'
import { labelKeys } from './names.ts'

/** The database that `telegrafmon` of the original writes to, too. */
export const metricsDatabase = 'iotsnap'

/** They serve the metrics that policies are measured by. */
export const measuredServices: readonly ComponentType[] = ['cloudstorage', 'cloudadmin', 'agentkeeper', 'cloudadmingui']

/** The groups of components that are measured alike. */
const groups = {
  services: { types: measuredServices, scrape: { port: 8080, path: '/metrics' } },
  minio: { types: ['minio'] as readonly ComponentType[], scrape: { port: 9000, path: '/minio/v2/metrics/node' } },
} as const

/** How often services and MinIO are measured. */
export function intervalOf({ spec }: IotSnapRoot): string {
  return spec['monitoring-interval'] ?? '10s'
}

/** Where the samples of a stack go, or `undefined` while it is not monitored. */
export function sinkUrlOf({ metadata, spec }: IotSnapRoot): string | undefined {
  const [sink] = instancesOf(spec, 'influxdbmon')
  if (sink === undefined) return undefined
  return `http://${metadata.name}-${sink.name}.${metadata.namespace}:${componentTable.influxdbmon.port}`
}

/** The label by which the pods of an instance are measured. */
export function monitoringLabelsOf({ metadata, spec }: IotSnapRoot, { type }: Pick<Instance, 'type'>) {
  const group = Object.entries(groups).find(([, { types }]) => types.includes(type))?.[0]
  return spec.monitoring && group !== undefined ? { [monitoringLabel]: `${metadata.name}-${group}` } : {}
}

/** The Monitorings of a stack, as components of it; none unless monitoring is asked for. */
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
    // Samples that do not arrive are no reason to start anything again.
    return [`monitoring-${group}`, cascade(monitoring, { isReady: () => true })] as const
  })
}
