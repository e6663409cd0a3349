/** Topics about the metrics of a Monitoring: their names, and the samples of one. Polled every few seconds while there are viewers. */
import type { KubeObject } from '@kubewright/core'
import { monitoringGroup, sinkIn } from './backup-and-monitoring-entries.ts'
import { type ClusterObjects, follow, oneObject } from './cluster-objects.ts'
import { type Collection, collecting, every, replaceAll } from './collecting.ts'
import {
  type Buckets,
  bucketsOf,
  isCounter,
  type MetricName,
  type MetricSamples,
  namesIn,
  namesQuestion,
  samplesIn,
  samplesQuestion,
} from './metric-query.ts'
import { askInflux, type InfluxSeries, type MetricFetch, type MetricSink } from './metric-source.ts'
import { textAt } from './plain-value.ts'
import { type OpenTopic, silentPublisher } from './topic.ts'

const monitoringKind = { group: monitoringGroup, version: 'v1alpha1', kind: 'Monitoring' }
const namesEveryMs = 30_000
const samplesEveryMs = 10_000
const answerWithinMs = 5_000

interface MonitoringPath {
  readonly namespace: string
  readonly name: string
  readonly rest: readonly string[]
}

/** Parts are percent-encoded: measurement names may contain slashes. */
export function parseMonitoringPath(text: string, parts: number): MonitoringPath | undefined {
  try {
    const [namespace = '', name = '', ...rest] = text.split('/').map(decodeURIComponent)
    const isWhole = namespace !== '' && name !== '' && rest.length === parts && rest.every((one) => one !== '')
    return isWhole ? { namespace, name, rest } : undefined
  } catch {
    return undefined
  }
}

export function metricNamesTopic(
  cluster: ClusterObjects,
  parameter: string,
  fetch?: MetricFetch,
): OpenTopic | undefined {
  const path = parseMonitoringPath(parameter, 0)
  if (path === undefined) return undefined
  const known = new Set<string>()
  return asking(cluster, path, {
    everyMs: namesEveryMs,
    question: () => namesQuestion(`${path.namespace}.${path.name}`),
    fetch,
    take: (series, { publisher }) => replaceAll(publisher, known, namesIn(series)),
  })
}

export function metricTopic(cluster: ClusterObjects, parameter: string, fetch?: MetricFetch): OpenTopic | undefined {
  const path = parseMonitoringPath(parameter, 2)
  if (path === undefined) return undefined
  const metric: MetricName = { measurement: path.rest[0]!, field: path.rest[1]! }
  return asking(cluster, path, {
    everyMs: samplesEveryMs,
    question: (buckets) => samplesQuestion(metric, `${path.namespace}.${path.name}`, buckets),
    fetch,
    take(series, { publisher }, { withinSeconds }) {
      const as = isCounter(metric) ? 'rate' : 'value'
      publisher.put('samples', { as, withinSeconds, samples: samplesIn(series) } satisfies MetricSamples)
    },
  })
}

interface Asking {
  readonly everyMs: number
  readonly question: (buckets: Buckets) => string
  readonly fetch: MetricFetch | undefined
  readonly take: (series: readonly InfluxSeries[], collection: Collection, buckets: Buckets) => void
}

/** Polls the InfluxDB of a Monitoring. A failed query is reported as the problem of the topic. */
function asking(
  cluster: ClusterObjects,
  { namespace, name }: MonitoringPath,
  { everyMs, question, fetch, take }: Asking,
): OpenTopic {
  return collecting(async (collection) => {
    const { publisher, signal, hold } = collection
    const resource = await cluster.find(monitoringKind)
    const scope = { namespace, fields: `metadata.name=${name}` }
    const quiet = { ...collection, publisher: silentPublisher }
    const source = follow(cluster, { resource, scope, options: oneObject }, quiet, () => undefined)
    await source.synced({ signal })
    const look = async () => {
      const sink = sinkOf(source.list()[0], namespace)
      if (sink === undefined) return publisher.problem(`There is no Monitoring ${namespace}/${name} with a sink.`)
      const buckets = bucketsOf(textAt(source.list()[0], 'spec', 'interval'))
      const limit = answerWithin(cluster, signal)
      try {
        const ask = { client: cluster.client, fetch }
        take(await askInflux(ask, sink, question(buckets), limit.signal), collection, buckets)
        publisher.problem(undefined)
      } catch (error) {
        if (!signal.aborted) publisher.problem(error instanceof Error ? error.message : String(error))
      } finally {
        limit[Symbol.dispose]()
      }
    }
    hold(
      every(cluster.clock, everyMs, async () => {
        await look()
        if (!signal.aborted) publisher.ready()
      }),
    )
  })
}

function sinkOf(monitoring: KubeObject | undefined, namespace: string): MetricSink | undefined {
  const sink = sinkIn(monitoring)
  return sink === undefined ? undefined : { ...sink, namespace }
}

/** Aborted when the topic is closed, or on timeout. */
function answerWithin({ clock }: ClusterObjects, signal: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const stop = new AbortController()
  const end = () => stop.abort(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  const late = new Error(`it did not respond within ${answerWithinMs / 1_000} s`)
  const timer = clock.schedule(answerWithinMs, () => stop.abort(late))
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      timer[Symbol.dispose]()
      signal.removeEventListener('abort', end)
    },
  }
}
