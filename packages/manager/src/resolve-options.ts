/** Resolves the options of a manager: code, then environment, then flags, each overriding the one before. */
import { hostname } from 'node:os'
import { type Clock, systemClock, toMs } from '@kubewright/core'
import { type Ids, type Random, systemIds, systemRandom } from '@kubewright/core/random'
import { alone, type Coordination } from '@kubewright/lease'
import { managerErrors } from './errors.ts'
import type { LogFormat } from './log/create-logger.ts'
import type { LogLevel } from './log/log-entry.ts'
import { misspeltVariables, settingsFrom } from './manager-flags.ts'
import { assertManagerForm } from './manager-form.ts'
import type { ManagerOptions, MetricsOptions, ServeOptions } from './manager-options.ts'
import type { ManagerSettings, MetricsAccess, PermissionPolicy } from './settings-table.ts'

export interface ServedAt {
  readonly port: number
  /** `undefined` for all addresses. */
  readonly host: string | undefined
}

export interface ServedMetrics extends ServedAt {
  readonly access: MetricsAccess
  readonly tls: NonNullable<MetricsOptions['tls']>
}

export interface ResolvedOptions {
  readonly name: string
  readonly identity: string
  readonly namespace: string | undefined
  readonly coordination: Coordination
  /** `undefined` if only the controllers' own concurrency limits it. */
  readonly concurrency: number | undefined
  readonly health: ServedAt | undefined
  readonly metrics: ServedMetrics | undefined
  readonly profiling: ServedAt | undefined
  /** `undefined` if webhooks are reached as their installation configures. */
  readonly webhookUrl: string | undefined
  readonly shutdownTimeoutMs: number
  readonly syncTimeoutMs: number
  readonly permissions: PermissionPolicy
  readonly logLevel: LogLevel | undefined
  readonly logFormat: LogFormat | undefined
  /** Variables that look like a misspelt setting. They have no effect. */
  readonly misspelt: ReturnType<typeof misspeltVariables>
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
}

/** Failure: `KW_MANAGER_OPTION`, `KW_CORE_DURATION`. */
export function resolveOptions(options: ManagerOptions): ResolvedOptions {
  assertManagerForm(options)
  const { clock = systemClock, random = systemRandom, ids = systemIds, coordination = alone() } = options
  const environment = options.environment ?? process.env
  const { rest: _, ...flags } = options.flags ?? { rest: [] }
  const set = { ...fromCode(options), ...settingsFrom(environment), ...flags }
  const anywhere = environment.KUBERNETES_SERVICE_HOST === undefined ? '127.0.0.1' : undefined
  return {
    name: options.name ?? coordination.lease?.name ?? 'kubewright',
    // The suffix makes it unique: two processes of the same name never share a lease.
    identity: `${set.identity ?? hostname()}_${ids.uuid()}`,
    namespace: set.namespace,
    coordination,
    concurrency: countOf(set.concurrency),
    health: servedAt('health', set.healthPort, set.healthHost ?? anywhere),
    metrics: metricsAt(servedAt('metrics', set.metricsPort, set.metricsHost ?? anywhere), options, set),
    profiling: servedAt('profiling', set.profilingPort, set.profilingHost ?? '127.0.0.1'),
    webhookUrl: set.webhookUrl,
    shutdownTimeoutMs: toMs(set.shutdownTimeout ?? '30s'),
    syncTimeoutMs: toMs(set.syncTimeout ?? '2m'),
    permissions: set.permissions ?? 'require',
    logLevel: set.logLevel,
    logFormat: set.logFormat,
    misspelt: misspeltVariables(environment),
    clock,
    random,
    ids,
  }
}

function countOf(concurrency: number | undefined): number | undefined {
  if (concurrency === undefined || (Number.isInteger(concurrency) && concurrency > 0)) return concurrency
  throw managerErrors('KW_MANAGER_OPTION', {
    what: 'create a manager',
    why: `concurrency is ${concurrency}`,
    next: 'Give a whole number from 1 upwards, or leave it out.',
    details: { option: 'concurrency', concurrency },
  })
}

function servedAt(what: string, port: number | undefined, host: string | undefined): ServedAt | undefined {
  if (port === undefined) return undefined
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return { port, host }
  throw managerErrors('KW_MANAGER_OPTION', {
    what: `serve ${what}`,
    why: `its port is ${port}`,
    next: 'Give a port up to 65535, or 0 for any that is free.',
    details: { option: `${what}.port`, port },
  })
}

function metricsAt(
  place: ServedAt | undefined,
  { metrics }: ManagerOptions,
  { metricsAccess: access = 'open', metricsTls, metricsCertificates: directory }: Partial<ManagerSettings>,
): ServedMetrics | undefined {
  if (place === undefined) return undefined
  const files = directory === undefined ? undefined : { directory }
  const tls = files ?? metricsTls ?? metrics?.tls ?? (access === 'authorized' ? 'self-signed' : 'none')
  return { ...place, access, tls }
}

/** Omits unset options, so that they do not override other sources. */
function fromCode(options: ManagerOptions): Partial<ManagerSettings> {
  const { identity, concurrency, cache, health, metrics, profiling, shutdownTimeout, syncTimeout, permissions } =
    options
  const set = {
    identity,
    concurrency,
    namespace: cache?.namespace,
    ...place('health', health),
    ...place('metrics', metrics),
    metricsAccess: metrics?.access,
    ...place('profiling', profiling),
    shutdownTimeout,
    syncTimeout,
    permissions,
  }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as Partial<ManagerSettings>
}

function place(what: string, served: ServeOptions | undefined) {
  return { [`${what}Port`]: served?.port, [`${what}Host`]: served?.host }
}
