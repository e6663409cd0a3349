/** The metrics behind the policies of components, from the samples of monitoring. See decision 0378. */
import { type MetricQuery, readSamples } from '@kubewright/monitoring'
import type { ComponentSettings, SampleSource } from '@kubewright/stack'
import type { Duration } from 'kubewright'
import { type Instance, instancesOf } from './instances.ts'
import type { IotSnapRoot } from './iotsnap-root.ts'
import { intervalOf, measuredServices, metricsDatabase, sinkUrlOf } from './monitoring.ts'
import { labelKeys } from './names.ts'

type Metric = Pick<MetricQuery, 'measurement' | 'field' | 'as' | 'sumOver'>

/** Every metric that a policy may name, as exposed by the services. */
const metrics: Readonly<Record<string, Metric>> = {
  requests: { measurement: 'http_requests_total', field: 'counter', as: 'rate', sumOver: ['pod', 'status'] },
  cpu: { measurement: 'process_cpu_seconds_total', field: 'counter', as: 'rate' },
  memory: { measurement: 'process_resident_memory_bytes', field: 'gauge' },
}

/** Samples of the services from the InfluxDB of their stack; none while it is not monitored. */
export function influxSource(options: { readonly fetch?: typeof fetch } = {}): SampleSource {
  return async ({ object, component, metric, since, now, signal }) => {
    const root = object as unknown as IotSnapRoot
    const url = sinkUrlOf(root)
    const instance = findInstance(root, component)
    const query = metrics[metric]
    if (url === undefined || instance === undefined || query === undefined) return []
    const tags = { [labelKeys.resource]: `${root.metadata.name}-${instance.name}` }
    const bucketSeconds = bucketOf(intervalOf(root), now - since)
    const question = { ...query, tags, withinSeconds: (now - since) / 1_000, bucketSeconds }
    return readSamples(question, { ...options, url, database: metricsDatabase, signal })
  }
}

function findInstance({ spec }: IotSnapRoot, key: string): Instance | undefined {
  const type = key.replace(/\d+$/, '') as Instance['type']
  return instancesOf(spec, type).find((instance) => instance.key === key)
}

/** A rate needs two values, so a bucket is at least two intervals long. Longer for a long time span. */
function bucketOf(interval: string, spanMs: number): number {
  const [, count = '10', unit = 's'] = /^(\d+)(ms|s|m)$/.exec(interval) ?? []
  const seconds = Number(count) * { ms: 0.001, s: 1, m: 60 }[unit as 'ms' | 's' | 'm']
  return Math.max(2 * seconds, spanMs / 1_000 / 500, 1)
}

/** The policies of a service, based on its samples; none while it is not monitored. */
export function policiesOf(
  { spec }: IotSnapRoot,
  { type, replicas, scaling }: Instance,
): Pick<ComponentSettings, 'scaling' | 'tuning' | 'abnormalities'> {
  if (!spec.monitoring || !measuredServices.includes(type)) return {}
  const { 'requests-per-second': target, 'max-replicas': max, stabilization = '5m', window = '1m' } = scaling ?? {}
  return {
    tuning: { window: '1h' },
    abnormalities: [{ metric: 'requests' }, { metric: 'memory' }],
    ...(target === undefined || max === undefined
      ? {}
      : {
          scaling: {
            metric: 'requests',
            target,
            min: replicas,
            max,
            stabilization: stabilization as Duration,
            window: window as Duration,
          },
        }),
  }
}
