/** Assembles the parts of a manager: clients, caches, and everything that depends on them. Opens nothing yet. */
import { type Cache, readYourWrites } from '@kubewright/cache'
import { type Client, createClient } from '@kubewright/client'
import { restClientMetrics, type ServerWarning } from '@kubewright/client/calls'
import { createTransport, type Transport } from '@kubewright/client/transport'
import type { Partition } from '@kubewright/controller/host'
import type { Logger } from '@kubewright/core'
import { TimeSlice } from '@kubewright/core/time'
import type { Coordination, Coordinator } from '@kubewright/lease'
import { createWebhookServer } from '@kubewright/webhook'
import { ActingGate } from './acting-gate.ts'
import { cacheOf, hostOf, type ManagerSetup, workforceOf } from './cluster-parts.ts'
import type { TransportGuard } from './clusters/cluster-clients.ts'
import type { ClusterProvider } from './clusters/cluster-provider.ts'
import { connectionRate, leaseRate } from './clusters/connection-rate.ts'
import { Fleet } from './clusters/fleet.ts'
import { HomeCluster } from './clusters/home-cluster.ts'
import type { ConnectionSource } from './clusters/manager-clusters.ts'
import { workOf } from './coordinated-work.ts'
import { HealthChecks } from './health/health-check.ts'
import { createLogger } from './log/create-logger.ts'
import type { ManagerOptions } from './manager-options.ts'
import { leaderMetrics } from './metrics/leader-metrics.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import { loggedRegistry } from './metrics/source-failures.ts'
import { PermissionWatch } from './permissions/permission-watch.ts'
import { requiredRules } from './permissions/required-rules.ts'
import { type ResolvedOptions, resolveOptions } from './resolve-options.ts'
import { Roster } from './roster.ts'
import { Runnables } from './runnables.ts'
import { scopeOf } from './scoped-cache.ts'
import type { WebhookServerLike } from './webhook-server.ts'
import { webhooksAt } from './webhooks-at.ts'
import type { Workforce } from './workforce.ts'

export interface ManagerParts {
  readonly options: ResolvedOptions
  readonly log: Logger
  readonly client: Client
  readonly cache: Cache
  readonly gate: ActingGate
  readonly coordinator: Coordinator
  /** The controllers of the home cluster. */
  readonly workforce: Workforce
  readonly fleet: Fleet
  readonly roster: Roster
  readonly runnables: Runnables
  readonly providers: readonly ClusterProvider[]
  readonly webhooks: WebhookServerLike | undefined
  readonly metrics: MetricRegistry
  readonly live: HealthChecks
  readonly ready: HealthChecks
  readonly permissions: PermissionWatch
  /** Closes the clients created here. */
  readonly closeClients: () => Promise<void>
}

/** Failure: `KW_MANAGER_OPTION`, `KW_MANAGER_NAME_TAKEN`, `KW_CLIENT_OPTION`. */
export function assemble(given: ManagerOptions): ManagerParts {
  const options = resolveOptions(given)
  const { clock, random, ids, identity, coordination, name } = options
  const log = given.log ?? loggerOf(options)
  const metrics = loggedRegistry(log, clock)
  const gate = new ActingGate()
  const clients = clientsOf(given, options, { metrics, log, gate })
  const scopes = { namespace: options.namespace, kinds: given.cache?.kinds ?? [] }
  const setup: ManagerSetup = { given, options, scopes, slice: new TimeSlice(clock) }
  const cache = cacheOf(setup, { client: clients.shared, metrics, log })
  const work = () => workOf(workforce.controllers, (one) => scopeOf(one, scopes))
  const tools = { clock, random, ids, log, identity }
  const coordinator = coordination.coordinate({ client: clients.lease, bulkClient: clients.shared, ...tools, work })
  addCoordinationMetrics(metrics, coordination, coordinator)
  const client = gate.guard(clients.acting)
  const home = new HomeCluster(readYourWrites(client, cache), cache, clients.behind)
  const division = coordinator.clusters
  const fleet: Fleet = new Fleet({ ...setup, log, gate, home, division, controllers: () => roster.controllers })
  metrics.add(fleet.metrics)
  const seat = hostOf(setup, { client, cache, log, cluster: home, clusters: fleet })
  const workforce = workforceOf(setup, { metrics, name: home.name }, () => ({ ...seat, ...partitionOf(coordinator) }))
  const isSharded = coordinator.partition !== undefined
  const roster: Roster = new Roster({ workforce, fleet, isDivided: !isSharded || division !== undefined })
  for (const controller of given.controllers) roster.add(controller)
  const providers = providersOf(given.clusters, fleet)
  const rules = () =>
    requiredRules(roster.controllers, {
      runnables: runnables.all,
      clusters: given.clusters === undefined && fleet.states.length === 0 ? undefined : providers,
      lease: coordination.lease,
      coordination,
      scopeOf: (one) => scopeOf(one, scopes),
      webhooks: isServer(given.webhooks) ? undefined : given.webhooks,
      metrics: options.metrics,
    })
  const [live, ready] = [checksOf(options, given.health?.live), checksOf(options, given.health?.ready)]
  const runnables = new Runnables(given.runnables ?? [], { ...tools, clusters: fleet, metrics, ready, isSharded })
  const permissions = new PermissionWatch({ client: clients.shared, clock, log, name, rules })
  const webhooks = webhooksOf(given.webhooks, options)
  if (webhooks?.metrics !== undefined) metrics.add(webhooks.metrics)
  return {
    options,
    log,
    client: readYourWrites(clients.shared, cache),
    cache,
    gate,
    coordinator,
    workforce,
    fleet,
    roster,
    runnables,
    providers,
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
 * The lease has a client of its own: back-pressure on other requests must not delay its renewal. Reconciles have their own client on
 * the shared connections, whose requests pass the gate.
 */
export function clientsOf(
  given: ManagerOptions,
  { clock, random, name }: ResolvedOptions,
  { metrics, log, gate }: Told & { readonly gate: ActingGate },
) {
  if (given.client !== undefined) {
    const { client } = given
    return { shared: client, acting: client, lease: client, behind: undefined, close: async () => {} }
  }
  const rest = restClientMetrics()
  metrics.add(rest)
  const options = {
    fieldManager: name,
    onWarning: ({ text, call }: ServerWarning) => log.warn('API server warning', { warning: text, call }),
    ...given.clientOptions,
    observer: rest.observer,
    clock,
    random,
  }
  const lease = createClient(given.connection, { ...options, ...leaseRate(given.clientOptions) })
  const limited = { ...options, ...connectionRate(given.clientOptions, clock) }
  const isOwn = !('send' in given.connection)
  const onLookup = (host: string, seconds: number) => rest.observer.lookedUp?.({ host, durationMs: seconds * 1_000 })
  const maxConnections = 2 * (given.clientOptions?.maxInFlight ?? 32)
  const transport: Transport =
    'send' in given.connection
      ? given.connection
      : createTransport(given.connection, { maxConnections, clock, random, onLookup })
  const shared = createClient(transport, limited)
  const gated = gate.guardTransport(transport)
  const acting = createClient(gated, limited)
  const behind = (guard: TransportGuard) => createClient(guard(gated), limited)
  const close = async () => {
    await lease[Symbol.asyncDispose]()
    await acting[Symbol.asyncDispose]()
    await shared[Symbol.asyncDispose]()
    if (isOwn) await transport[Symbol.asyncDispose]()
  }
  return { shared, acting, lease, behind, close }
}

function addCoordinationMetrics(metrics: MetricRegistry, coordination: Coordination, coordinator: Coordinator): void {
  metrics.add(leaderMetrics(coordination, coordinator))
  if (coordinator.metrics !== undefined) metrics.add(coordinator.metrics)
}

/** The partition of this process, if the coordinator divides the work. */
function partitionOf({ partition }: Coordinator): { readonly partition?: Partition } {
  return partition === undefined ? {} : { partition }
}

/** Clusters named in code are added at once; others come from providers. */
function providersOf(given: ManagerOptions['clusters'], fleet: Fleet): readonly ClusterProvider[] {
  if (given === undefined) return []
  if (isProvider(given)) return [given]
  if (Array.isArray(given)) return given as readonly ClusterProvider[]
  for (const [name, connection] of Object.entries(given)) fleet.add(name, connection as ConnectionSource)
  return []
}

function isProvider(given: NonNullable<ManagerOptions['clusters']>): given is ClusterProvider {
  return 'run' in given && typeof given.run === 'function'
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
