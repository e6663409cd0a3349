/** Puts together what a manager runs: one client, one cache, and everything that hangs on them. Nothing is opened yet. */
import { type Cache, createCache, readYourWrites } from '@kubewright/cache'
import {
  type Client,
  createClient,
  createTransport,
  restClientMetrics,
  type ServerWarning,
  type Transport,
} from '@kubewright/client'
import { type Controller, type ControllerHost, createController, type Partition } from '@kubewright/controller'
import { type Logger, TimeSlice } from '@kubewright/core'
import type { Coordinator } from '@kubewright/lease'
import { createWebhookServer } from '@kubewright/webhook'
import { ActingGate } from './acting-gate.ts'
import { cacheLog } from './cache-log.ts'
import { diagnosticsObserver } from './diagnostics.ts'
import { HealthChecks } from './health/health-check.ts'
import { createLogger } from './log/create-logger.ts'
import type { ManagerOptions } from './manager-options.ts'
import { CacheMetrics } from './metrics/cache-metrics.ts'
import { ControllerMetrics } from './metrics/controller-metrics.ts'
import { leaderMetrics } from './metrics/leader-metrics.ts'
import { MetricRegistry } from './metrics/metric-registry.ts'
import { allOf } from './observers.ts'
import { PermissionWatch } from './permissions/permission-watch.ts'
import { requiredRules } from './permissions/required-rules.ts'
import { type ResolvedOptions, resolveOptions } from './resolve-options.ts'
import { scopedCache, scopeOf } from './scoped-cache.ts'
import { tracedClient } from './tracing/traced-client.ts'
import type { WebhookServerLike } from './webhook-server.ts'
import { webhooksAt } from './webhooks-at.ts'
import { WorkerPool } from './worker-pool.ts'
import { workOf } from './work-of.ts'
import { Workforce } from './workforce.ts'

export interface ManagerParts {
  readonly options: ResolvedOptions
  readonly log: Logger
  readonly client: Client
  readonly cache: Cache
  readonly gate: ActingGate
  readonly coordinator: Coordinator
  readonly workforce: Workforce
  readonly webhooks: WebhookServerLike | undefined
  readonly metrics: MetricRegistry
  readonly live: HealthChecks
  readonly ready: HealthChecks
  readonly permissions: PermissionWatch
  /** Closes the clients that were made here. */
  readonly closeClients: () => Promise<void>
}

/** Failure: `KW_MANAGER_OPTION`, `KW_MANAGER_NAME_TAKEN`, `KW_CLIENT_OPTION`. */
export function assemble(given: ManagerOptions): ManagerParts {
  const options = resolveOptions(given)
  const { clock, random, ids, identity, coordination, name } = options
  const log = given.log ?? loggerOf(options)
  const metrics = new MetricRegistry()
  const gate = new ActingGate()
  const clients = clientsOf(given, options, { metrics, log, gate })
  const scopes = { namespace: options.namespace, kinds: given.cache?.kinds ?? [] }
  const cache = scopedCache(cacheOf(given, options, { client: clients.shared, metrics, log }), scopes)
  const work = () => workOf(workforce.controllers, (one) => scopeOf(one, scopes))
  const tools = { clock, random, ids, log, identity }
  const coordinator = coordination.coordinate({ client: clients.lease, bulkClient: clients.shared, ...tools, work })
  metrics.add(leaderMetrics(coordination, coordinator))
  if (coordinator.metrics !== undefined) metrics.add(coordinator.metrics)
  const host = hostOf(given, options, { client: gate.guard(clients.acting), cache, log })
  const workforce = workforceOf(given, metrics, { ...host, ...partitionOf(coordinator) })
  const rules = () =>
    requiredRules(workforce.controllers, {
      lease: coordination.lease,
      coordination,
      scopeOf: (one) => scopeOf(one, scopes),
      webhooks: isServer(given.webhooks) ? undefined : given.webhooks,
    })
  const permissions = new PermissionWatch({ client: clients.shared, clock, log, name, rules })
  const webhooks = webhooksOf(given.webhooks, options)
  if (webhooks?.metrics !== undefined) metrics.add(webhooks.metrics)
  const [live, ready] = [checksOf(options, given.health?.live), checksOf(options, given.health?.ready)]
  return {
    options,
    log,
    client: readYourWrites(clients.shared, cache),
    cache,
    gate,
    coordinator,
    workforce,
    webhooks,
    metrics,
    live,
    ready,
    permissions,
    closeClients: clients.close,
  }
}

function loggerOf({ logLevel, logFormat, clock }: ResolvedOptions): Logger {
  return createLogger({
    clock,
    ...(logLevel === undefined ? {} : { level: logLevel }),
    ...(logFormat === undefined ? {} : { format: logFormat }),
  })
}

interface Told {
  readonly metrics: MetricRegistry
  readonly log: Logger
}

/**
 * The lease has a client of its own: a flood of other requests must not keep it from being renewed. So have reconciles, on the
 * connections of everybody else: what they send passes the gate.
 */
function clientsOf(
  given: ManagerOptions,
  { clock, random, name }: ResolvedOptions,
  { metrics, log, gate }: Told & { readonly gate: ActingGate },
) {
  if (given.client !== undefined) {
    return { shared: given.client, acting: given.client, lease: given.client, close: async () => {} }
  }
  const rest = restClientMetrics()
  metrics.add(rest)
  const options = {
    fieldManager: name,
    onWarning: ({ text, call }: ServerWarning) => log.warn('the server warns', { warning: text, call }),
    ...given.clientOptions,
    observer: rest.observer,
    clock,
    random,
  }
  const lease = createClient(given.connection, options)
  const isOwn = !('send' in given.connection)
  const onLookup = (host: string, seconds: number) => rest.observer.lookedUp?.({ host, durationMs: seconds * 1_000 })
  const maxConnections = 2 * (given.clientOptions?.maxInFlight ?? 32)
  const transport: Transport =
    'send' in given.connection
      ? given.connection
      : createTransport(given.connection, { maxConnections, clock, random, onLookup })
  const shared = createClient(transport, options)
  const acting = createClient(gate.guardTransport(transport), options)
  const close = async () => {
    await lease[Symbol.asyncDispose]()
    await acting[Symbol.asyncDispose]()
    await shared[Symbol.asyncDispose]()
    if (isOwn) await transport[Symbol.asyncDispose]()
  }
  return { shared, acting, lease, close }
}

function cacheOf(
  given: ManagerOptions,
  { clock, random }: ResolvedOptions,
  { client, metrics, log }: Told & { readonly client: Client },
): Cache {
  const measured = new CacheMetrics()
  metrics.add(measured)
  const cache = createCache({
    client,
    clock,
    random,
    freezes: given.cache?.freezes ?? false,
    observe: (source) => allOf(measured.observe(source), cacheLog(log, source.resource)),
    report: (error) => log.error('a listener of the cache failed', { error }),
  })
  measured.follow(cache)
  return cache
}

/** What every controller stands on. */
function hostOf(
  { tracing, workers: given }: ManagerOptions,
  { clock, random, ids, identity, name, concurrency }: ResolvedOptions,
  { client, cache, log }: Pick<ControllerHost, 'client' | 'cache' | 'log'>,
): ControllerHost {
  const lender = given ?? (concurrency === undefined ? undefined : new WorkerPool(concurrency))
  const workers = lender === undefined ? {} : { workers: lender }
  const reporter = { controller: name, instance: identity }
  const slice = new TimeSlice(clock)
  const tools = { cache, clock, random, ids, log, reporter, slice, ...workers }
  return tracing === undefined ? { client, ...tools } : { client: tracedClient(client, tracing), tracing, ...tools }
}

function workforceOf(given: ManagerOptions, metrics: MetricRegistry, host: ControllerHost): Workforce {
  const measured = new ControllerMetrics()
  metrics.add(measured)
  const create = (controller: Controller) => {
    const { name, concurrency = 1 } = controller
    const observer = allOf(measured.observe({ name, concurrency }), diagnosticsObserver(name), given.observer)
    const running = createController(controller, { ...host, observer })
    measured.follow(running)
    return running
  }
  const workforce = new Workforce({ create, gone: (name) => measured.remove(name) })
  for (const controller of given.controllers) workforce.add(controller)
  return workforce
}

/** A coordinator that shares the work out says which part is this process's. */
function partitionOf({ partition }: Coordinator): { readonly partition?: Partition } {
  return partition === undefined ? {} : { partition }
}

function webhooksOf(given: ManagerOptions['webhooks'], { webhookUrl }: ResolvedOptions): WebhookServerLike | undefined {
  if (given === undefined || isServer(given)) return given
  return createWebhookServer(webhookUrl === undefined ? given : webhooksAt(webhookUrl, given))
}

function isServer(given: ManagerOptions['webhooks']): given is WebhookServerLike {
  return given !== undefined && 'start' in given
}

function checksOf({ clock }: ResolvedOptions, own: Readonly<Record<string, () => unknown>> = {}): HealthChecks {
  const checks = new HealthChecks(clock)
  checks.add('ping', () => undefined)
  for (const [name, check] of Object.entries(own)) checks.add(name, check as () => string | undefined)
  return checks
}
