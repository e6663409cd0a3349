/**
 * The settings that can be given by environment variable or flag. One row each; parsing, validation and help are all derived from
 * this table.
 */
import { type Duration, parseDuration } from '@kubewright/core'
import type { LogFormat } from './log/create-logger.ts'
import { type LogLevel, logLevels } from './log/log-entry.ts'

/** How a manager handles missing permissions. */
export type PermissionPolicy = 'require' | 'warn' | 'skip'

/** Access to metrics: everyone who can connect, or users authorized by the cluster. */
export type MetricsAccess = 'open' | 'authorized'

/** The manager settings that environment variables and flags can override, by name. */
export interface ManagerSettings {
  readonly identity: string
  readonly namespace: string
  readonly concurrency: number
  readonly healthPort: number
  readonly healthHost: string
  readonly metricsPort: number
  readonly metricsHost: string
  readonly metricsAccess: MetricsAccess
  readonly metricsTls: 'none' | 'self-signed'
  readonly metricsCertificates: string
  readonly profilingPort: number
  readonly profilingHost: string
  readonly webhookUrl: string
  readonly shutdownTimeout: Duration
  readonly syncTimeout: Duration
  readonly permissions: PermissionPolicy
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
}

/** One manager setting: its flag, its environment variable, and the parser of its value. */
export interface Setting<Value = unknown> {
  /** Without its dashes: `health-port`. */
  readonly flag: string
  /** `KUBEWRIGHT_HEALTH_PORT` */
  readonly variable: string
  /** Describes the value: `a port from 0 to 65535, where 0 is any free one`. */
  readonly takes: string
  /** How to write such a value, if `takes` does not say it: `a number and one of ms, s, m, h, d, such as 30s or 1h30m` */
  readonly form?: string
  readonly help: string
  /** `undefined` if the text is invalid. */
  readonly parse: (text: string) => Value | undefined
}

/** All settings, with their flag, environment variable and parser. */
type SettingsTable = { readonly [Name in keyof ManagerSettings]: Setting<ManagerSettings[Name]> }

function setting<Value>(flag: string, help: string, takes: string, parse: Setting<Value>['parse']): Setting<Value> {
  return { flag, variable: `KUBEWRIGHT_${flag.toUpperCase().replaceAll('-', '_')}`, takes, help, parse }
}

const text = (value: string) => (value === '' ? undefined : value)

function port(value: string): number | undefined {
  const number = Number(value)
  return /^\d+$/.test(value) && number <= 65_535 ? number : undefined
}

function httpsAddress(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol === 'https:' && /:\d+\/?$/.test(value) ? value : undefined
}

function count(value: string): number | undefined {
  return /^[1-9]\d*$/.test(value) ? Number(value) : undefined
}

function duration(value: string): Duration | undefined {
  try {
    return parseDuration(value)
  } catch {
    return undefined
  }
}

function durationSetting(flag: string, help: string): Setting<Duration> {
  const form = 'a number and one of ms, s, m, h, d, such as 30s or 1h30m'
  return { ...setting(flag, help, 'a duration', duration), form }
}

function oneOf<Value extends string>(values: readonly Value[]): (value: string) => Value | undefined {
  return (value) => values.find((one) => one === value)
}

const aPort = 'a port from 0 to 65535, where 0 is any free one'
const anAddress = 'an address'

/** All manager settings, with their flags and environment variables. */
export const managerSettings: SettingsTable = {
  identity: setting('identity', 'The name of this process in leases and events.', 'a name', text),
  namespace: setting('namespace', 'Watch only objects of this namespace.', 'a namespace', text),
  concurrency: setting('concurrency', 'The limit of concurrent reconciles.', 'a number from 1 upwards', count),
  healthPort: setting('health-port', 'The port for health and readiness.', aPort, port),
  healthHost: setting('health-host', 'The address for health and readiness.', anAddress, text),
  metricsPort: setting('metrics-port', 'The port for metrics.', aPort, port),
  metricsHost: setting('metrics-host', 'The address for metrics.', anAddress, text),
  metricsAccess: setting(
    'metrics-access',
    'Access to metrics: everyone, or accounts with the RBAC permission to get /metrics.',
    'open or authorized',
    oneOf(['open', 'authorized']),
  ),
  metricsTls: setting(
    'metrics-tls',
    'TLS for metrics, with a certificate that is generated at the start.',
    'none or self-signed',
    oneOf(['none', 'self-signed']),
  ),
  metricsCertificates: setting(
    'metrics-certificates',
    'A folder with tls.crt and tls.key to serve metrics with.',
    'a folder',
    text,
  ),
  profilingPort: setting('profiling-port', 'The port for profiles.', aPort, port),
  profilingHost: setting('profiling-host', 'The address for profiles.', anAddress, text),
  webhookUrl: setting(
    'webhook-url',
    'The address at which the API server reaches the webhooks, if the program runs outside the cluster.',
    'an https address with a port',
    httpsAddress,
  ),
  shutdownTimeout: durationSetting('shutdown-timeout', 'How long running reconciles may take to finish at shutdown.'),
  syncTimeout: durationSetting('sync-timeout', 'How long to wait for caches to sync at the start.'),
  permissions: setting(
    'permissions',
    'Whether missing permissions stop the start (require), are logged (warn) or are not checked (skip).',
    'require, warn or skip',
    oneOf(['require', 'warn', 'skip']),
  ),
  logLevel: setting('log-level', 'The lowest level that is logged.', 'debug, info, warn or error', oneOf(logLevels)),
  logFormat: setting('log-format', 'The format of logs.', 'json or pretty', oneOf(['json', 'pretty'])),
}
