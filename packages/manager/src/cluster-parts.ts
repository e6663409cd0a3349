/** The parts of one cluster connection, home or remote: a cache, and controllers with their hosts. */
import { type Cache, type CacheObserver, createCache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Controller } from '@kubewright/controller'
import { homeCluster } from '@kubewright/controller/clusters'
import { type ControllerHost, createController } from '@kubewright/controller/host'
import type { Logger } from '@kubewright/core'
import type { TimeSlice } from '@kubewright/core/time'
import { cacheLog } from './cache-log.ts'
import { diagnosticsObserver } from './diagnostics.ts'
import type { ManagerOptions } from './manager-options.ts'
import { CacheMetrics } from './metrics/cache-metrics.ts'
import { ControllerMetrics } from './metrics/controller-metrics.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import { allOf } from './observers.ts'
import type { ResolvedOptions } from './resolve-options.ts'
import { type KindScopes, scopedCache } from './scoped-cache.ts'
import { tracedClient } from './tracing/traced-client.ts'
import { WorkerPool } from './worker-pool.ts'
import { Workforce } from './workforce.ts'

/** The configuration shared by all parts of a manager. */
export interface ManagerSetup {
  readonly given: ManagerOptions
  readonly options: ResolvedOptions
  readonly scopes: KindScopes
  /** Limits how long reconciles run without yielding; shared, since there is one event loop. */
  readonly slice: TimeSlice
}

interface CacheTools {
  readonly client: Client
  readonly metrics: MetricRegistry
  readonly log: Logger
  /** Observes every source. */
  readonly observer?: CacheObserver
}

export function cacheOf(
  { given, options: { clock, random }, scopes }: ManagerSetup,
  { client, metrics, log, observer }: CacheTools,
): Cache {
  const measured = new CacheMetrics()
  metrics.add(measured)
  const cache = createCache({
    client,
    clock,
    random,
    freezes: given.cache?.freezes ?? false,
    observe: (source) => allOf(measured.observe(source), cacheLog(log, source.resource), observer),
    report: (error) => log.error('cache listener, index or transform failed, the change may not be handled', { error }),
  })
  measured.follow(cache)
  return scopedCache(cache, scopes)
}

/** The host of a controller. */
export function hostOf(
  { given: { tracing, workers: given }, options, slice }: ManagerSetup,
  { client, ...parts }: Pick<ControllerHost, 'client' | 'cache' | 'log' | 'cluster' | 'clusters'>,
): ControllerHost {
  const { clock, random, ids, identity, name, concurrency } = options
  const lender = given ?? (concurrency === undefined ? undefined : new WorkerPool(concurrency))
  const workers = lender === undefined ? {} : { workers: lender }
  const reporter = { controller: name, instance: identity }
  const tools = { ...parts, clock, random, ids, reporter, slice, ...workers }
  return tracing === undefined ? { client, ...tools } : { client: tracedClient(client, tracing), tracing, ...tools }
}

/**
 * An empty workforce.
 *
 * @param host called for each controller that is added
 */
export function workforceOf(
  { given }: ManagerSetup,
  { metrics, name: clusterName }: { readonly metrics: MetricRegistry; readonly name: string },
  host: () => ControllerHost,
): Workforce {
  const measured = new ControllerMetrics()
  metrics.add(measured)
  const cluster = clusterName === homeCluster ? undefined : clusterName
  const create = (controller: Controller) => {
    const { name, concurrency = 1 } = controller
    const observer = allOf(measured.observe({ name, concurrency }), diagnosticsObserver(name, cluster), given.observer)
    const running = createController(controller, { ...host(), observer })
    measured.follow(running)
    return running
  }
  return new Workforce({ create, gone: (name) => measured.remove(name) })
}
