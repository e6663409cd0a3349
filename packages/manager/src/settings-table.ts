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
  /** Describes the value: `a port, 0 for any free one`. */
  readonly takes: string
  readonly help: string
  /** `undefined` if the text is invalid. */
  readonly parse: (text: string) => Value | undefined
}

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

function oneOf<Value extends string>(values: readonly Value[]): (value: string) => Value | undefined {
  return (value) => values.find((one) => one === value)
}

const aPort = 'a port, 0 for any free one'
const anAddress = 'an address'

/** All manager settings, with their flags and environment variables. */
export const managerSettings: SettingsTable = {
  identity: setting('identity', 'What this process is called in leases and events.', 'a name', text),
  namespace: setting('namespace', 'Follows objects of this namespace only.', 'a namespace', text),
  concurrency: setting('concurrency', 'How many reconciles may run at once.', 'a number from 1 upwards', count),
  healthPort: setting('health-port', 'Where health and readiness are served.', aPort, port),
  healthHost: setting('health-host', 'On which address that is.', anAddress, text),
  metricsPort: setting('metrics-port', 'Where metrics are served.', aPort, port),
  metricsHost: setting('metrics-host', 'On which address that is.', anAddress, text),
  metricsAccess: setting(
    'metrics-access',
    'Who may read metrics: everybody, or accounts that the cluster lets get /metrics.',
    'open or authorized',
    oneOf(['open', 'authorized']),
  ),
  metricsTls: setting(
    'metrics-tls',
    'Whether metrics are served with TLS, and a certificate made at the start.',
    'none or self-signed',
    oneOf(['none', 'self-signed']),
  ),
  metricsCertificates: setting(
    'metrics-certificates',
    'A folder with tls.crt and tls.key to serve metrics with.',
    'a folder',
    text,
  ),
  profilingPort: setting('profiling-port', 'Where profiles are served.', aPort, port),
  profilingHost: setting('profiling-host', 'On which address that is.', anAddress, text),
  webhookUrl: setting(
    'webhook-url',
    'Where the API server finds webhooks, if the program runs outside the cluster.',
    'a https address with a port',
    httpsAddress,
  ),
  shutdownTimeout: setting('shutdown-timeout', 'How long reconciles may take to end.', 'a duration', duration),
  syncTimeout: setting(
    'sync-timeout',
    'How long controllers wait for one another at the start.',
    'a duration',
    duration,
  ),
  permissions: setting(
    'permissions',
    'What is done about missing permissions.',
    'require, warn or skip',
    oneOf(['require', 'warn', 'skip']),
  ),
  logLevel: setting(
    'log-level',
    'What is less important is not logged.',
    'debug, info, warn or error',
    oneOf(logLevels),
  ),
  logFormat: setting('log-format', 'How logs are written.', 'json or pretty', oneOf(['json', 'pretty'])),
}
