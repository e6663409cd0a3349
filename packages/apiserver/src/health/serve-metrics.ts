/** The endpoints `/metrics` and `/metrics/slis`: a small part of the metrics of kube-apiserver, under the same names. */
import type { ServerRequest, ServerResponse } from '../request/exchange.ts'
import { answer } from '../rendering/encode.ts'
import { type Health, healthEndpoints, problemOf } from './health.ts'
import { labelText, type Metric, metricText } from './metric.ts'
import type { RequestCounter } from './request-counter.ts'

export interface Measured {
  readonly requests: RequestCounter
  readonly health: Health
  /** Number of objects of each resource. */
  readonly objectCounts: () => Iterable<readonly [resource: string, count: number]>
  readonly startMs: number
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores'

/** @param path the part after `/metrics`; returns `undefined` for unknown paths */
export async function serveMetrics(
  measured: Measured,
  path: string,
  { method }: ServerRequest,
): Promise<ServerResponse | undefined> {
  if (path !== '' && path !== '/slis') return undefined
  if (path === '' && method === 'DELETE') {
    measured.requests.reset()
    return answer(200, 'metrics reset\n', 'text/plain; charset=utf-8')
  }
  const metrics = path === '' ? serverMetrics(measured) : [await healthMetric(measured.health)]
  const response = answer(200, metrics.map(metricText).join(''), contentType)
  const started = String(Math.floor(measured.startMs / 1000))
  return { ...response, headers: { ...response.headers, 'process-start-time-unix': started } }
}

function serverMetrics({ requests, objectCounts, startMs }: Measured): readonly Metric[] {
  return [
    requests.metric(),
    {
      name: 'apiserver_storage_objects',
      help: '[STABLE] Objects stored, by resource.',
      type: 'gauge',
      rows: [...objectCounts()]
        .map(([resource, count]) => [labelText({ resource }), count] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    },
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'When the server was started, in seconds since 1970.', startMs / 1000),
  ]
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', rows: [['', value]] }
}

async function healthMetric(health: Health): Promise<Metric> {
  const rows: (readonly [string, number])[] = []
  for (const type of healthEndpoints.filter((endpoint) => endpoint !== 'healthz')) {
    for (const check of health.checksOf(type)) {
      const isWell = (await problemOf(check)) === undefined
      rows.push([labelText({ name: check.name, type }), isWell ? 1 : 0])
    }
  }
  return {
    name: 'kubernetes_healthcheck',
    help: '[STABLE] Whether a health check passes.',
    type: 'gauge',
    rows: rows.sort(([a], [b]) => (a < b ? -1 : 1)),
  }
}
