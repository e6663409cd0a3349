/** Metrics of caches: size, lag and watch health. No established names exist for these. */
import type { Cache, CacheObserver, Source, SourceScope, SourceState } from '@kubewright/cache'
import { formatGroupResource } from '@kubewright/core/object'
import { Counter, gaugeOf, Histogram, type MetricFamily, type MetricSource } from '@kubewright/core/metrics'
import type { Resource } from '@kubewright/resource'

const labelNames = ['resource', 'scope']
const phases: readonly SourceState['phase'][] = ['starting', 'filling', 'live', 'resuming', 'refilling', 'failing']
const echoSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export class CacheMetrics implements MetricSource {
  #sources: () => readonly Source[] = () => []
  readonly #relists = counter(
    'relists_total',
    'Relists because the watch could not resume from its last resourceVersion.',
  )
  readonly #reconnects = counter('reconnects_total', 'Watches that ended and were resumed.')
  readonly #failures = counter('failures_total', 'Watches and lists that failed, by reason.', 'reason')
  readonly #events = counter('watch_events_total', 'Watch events received, by type.', 'type')
  readonly #echo = new Histogram(
    {
      name: 'kubewright_cache_echo_seconds',
      help: 'Seconds from the response to a write of this process until its watch event: the lag of the cache.',
      labelNames,
    },
    echoSeconds,
  )

  /** Number of sources per kind and scope: whole objects and metadata have separate sources. */
  readonly #observed = new Map<string, number>()

  /** Reads gauges from the cache at each scrape. */
  follow(cache: Pick<Cache, 'sources'>): void {
    this.#sources = () => cache.sources
  }

  observe({ resource, scope }: { readonly resource: Resource; readonly scope: SourceScope }): CacheObserver {
    const labels = labelsOf(resource, scope)
    for (const one of [this.#relists, this.#reconnects, this.#echo]) one.touch(labels)
    const key = labels.join(' ')
    this.#observed.set(key, (this.#observed.get(key) ?? 0) + 1)
    return {
      moved: ({ phase }) => {
        if (phase === 'stopped') this.#forget(labels)
      },
      relisted: () => this.#relists.add(labels),
      reconnected: () => this.#reconnects.add(labels),
      failed: ({ reason }) => this.#failures.add([...labels, reason]),
      heard: (type) => this.#events.add([...labels, type]),
      echoed: (lagMs) => this.#echo.observe(labels, lagMs / 1_000),
    }
  }

  /** Drops the series, unless another source of the same kind and scope remains. */
  #forget(labels: readonly string[]): void {
    const key = labels.join(' ')
    const left = (this.#observed.get(key) ?? 1) - 1
    if (left > 0) return void this.#observed.set(key, left)
    this.#observed.delete(key)
    for (const one of this.#counted) one.remove(labels)
  }

  get #counted() {
    return [this.#relists, this.#reconnects, this.#failures, this.#events, this.#echo]
  }

  collect(): readonly MetricFamily[] {
    const counted = this.#counted
    return [...counted.flatMap((one) => one.collect() as readonly MetricFamily[]), ...stateOf(this.#sources())]
  }
}

function stateOf(sources: readonly Source[]): readonly MetricFamily[] {
  const gauge = (name: string, help: string, of: (source: Source) => number) =>
    gaugeOf(
      { name: `kubewright_cache_${name}`, help, labelNames },
      sources.map((source) => [labelsOf(source.resource, source.scope), of(source)]),
    )
  const states = sources.flatMap(({ resource, scope, state }) =>
    phases.map((phase) => [[...labelsOf(resource, scope), phase], state.phase === phase ? 1 : 0] as const),
  )
  return [
    gauge('objects', 'Objects in the cache.', ({ size }) => size),
    gauge('estimated_bytes', 'Estimated memory of the cached objects, from a sample.', (source) =>
      Math.round(source.estimatedBytes),
    ),
    gauge('silent_seconds', 'Seconds since the last data from the server.', ({ silentMs }) => (silentMs ?? 0) / 1_000),
    gauge('synced', 'Whether the cache has synced: 0 or 1.', ({ isSynced }) => (isSynced ? 1 : 0)),
    gaugeOf(
      {
        name: 'kubewright_cache_state',
        help: 'The state of the watch: 1 for the current state.',
        labelNames: [...labelNames, 'state'],
      },
      states,
    ),
  ]
}

function counter(name: string, help: string, more?: string): Counter {
  return new Counter({
    name: `kubewright_cache_${name}`,
    help,
    labelNames: more === undefined ? labelNames : [...labelNames, more],
  })
}

function labelsOf(resource: Resource, { namespace, labels, fields }: SourceScope): readonly string[] {
  const scope = [namespace, labels, fields].filter((part) => part !== undefined).join(' ')
  return [formatGroupResource(resource), scope]
}
