/** Metrics of caches: size, lag and watch health. No established names exist for these. */
import type { Cache, CacheObserver, Source, SourceScope, SourceState } from '@kubewright/cache'
import { formatGroupResource } from '@kubewright/core'
import { Counter, gaugeOf, Histogram, type MetricFamily, type MetricSource } from '@kubewright/core/metrics'
import type { Resource } from '@kubewright/resource'

const labelNames = ['resource', 'scope']
const phases: readonly SourceState['phase'][] = ['starting', 'filling', 'live', 'resuming', 'refilling', 'failing']
const echoSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export class CacheMetrics implements MetricSource {
  #sources: () => readonly Source[] = () => []
  readonly #relists = counter('relists_total', 'Times everything was fetched anew because too much was missed.')
  readonly #reconnects = counter('reconnects_total', 'Watches that ended and were resumed.')
  readonly #failures = counter('failures_total', 'Watches and lists that failed, by reason.', 'reason')
  readonly #events = counter('watch_events_total', 'Watch events heard, by type.', 'type')
  readonly #echo = new Histogram(
    {
      name: 'kubewright_cache_echo_seconds',
      help: 'Seconds from the answer to an own write until the watch showed it: how far the cache lags behind.',
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
    gauge('objects', 'Objects held.', ({ size }) => size),
    gauge('estimated_bytes', 'Memory that the objects held take, estimated from some of them.', (source) =>
      Math.round(source.estimatedBytes),
    ),
    gauge('silent_seconds', 'Seconds since the server was last heard.', ({ silentMs }) => (silentMs ?? 0) / 1_000),
    gauge('synced', 'Whether everything has been heard once: 0 or 1.', ({ isSynced }) => (isSynced ? 1 : 0)),
    gaugeOf(
      {
        name: 'kubewright_cache_state',
        help: 'Where the watch stands: 1 for the state it is in.',
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
