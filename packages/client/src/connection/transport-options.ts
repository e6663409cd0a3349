/** Options of a transport, other than address and identity. */
import { type Clock, type Duration, systemClock, toMs } from '@kubewright/core'
import { type Random, systemRandom } from '@kubewright/core/random'
import { connectionErrors } from './errors.ts'
import { userAgent } from './user-agent.ts'
import type { Environment } from './wire/environment-proxy.ts'

/** Options of `createTransport`: connection limits, timeouts and callbacks. */
export interface TransportOptions {
  /**
   * Connections for short requests. Further requests are queued.
   *
   * @default 8
   */
  readonly maxConnections?: number
  /**
   * Concurrent streams, such as watches. Each has a connection of its own. Further ones are refused.
   *
   * @default 256
   */
  readonly maxStreams?: number
  /**
   * Timeout for opening a connection, including proxy and TLS.
   *
   * @default '10s'
   */
  readonly connectTimeout?: Duration
  /**
   * How long the server may be silent before and within a response. Longer than the minute after which an API server itself times out.
   * Within a stream silence has no limit.
   *
   * @default '75s'
   */
  readonly responseTimeout?: Duration
  /**
   * Timeout of a credential plugin. Some of them wait for a login in a browser.
   *
   * @default '3m'
   */
  readonly execTimeout?: Duration
  /** @default 'kubewright/<version> (node <version>; <platform>)' */
  readonly userAgent?: string
  /** Receives non-fatal problems. @default process.emitWarning */
  readonly onWarning?: (message: string) => void
  /**
   * Receives the duration of each DNS lookup, of the server or of the proxy, successful or not. IP addresses are not looked up. Called
   * synchronously; must not throw. `restClientMetrics` has one.
   *
   * @default none
   */
  readonly onLookup?: (host: string, seconds: number) => void
  /** For proxies and credential plugins. @default process.env */
  readonly env?: Environment
  /** Whether a credential plugin may prompt the user. @default whether standard input is a terminal */
  readonly isTerminal?: boolean
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
}

/** Failure: `KW_CLIENT_CONFIG_INVALID` for an invalid limit. */
export function completeOptions(options: TransportOptions): Required<TransportOptions> {
  const complete = {
    maxConnections: 8,
    maxStreams: 256,
    connectTimeout: '10s',
    responseTimeout: '75s',
    execTimeout: '3m',
    userAgent: userAgent(),
    onWarning: (message: string) => process.emitWarning(message, { type: 'KubewrightWarning' }),
    onLookup: () => {},
    env: process.env,
    isTerminal: process.stdin.isTTY === true,
    clock: systemClock,
    random: systemRandom,
    ...options,
  } as const satisfies Required<TransportOptions>
  for (const name of ['maxConnections', 'maxStreams'] as const) {
    if (!Number.isSafeInteger(complete[name]) || complete[name] < 1) throw badLimit(name, complete[name])
  }
  for (const name of ['connectTimeout', 'responseTimeout', 'execTimeout'] as const) toMs(complete[name])
  return complete
}

function badLimit(name: string, given: unknown): Error {
  return connectionErrors('KW_CLIENT_CONFIG_INVALID', {
    what: `create a transport with ${name} ${String(given)}`,
    why: 'it is not a whole number above zero',
    next: 'Leave it out for the default.',
    details: { field: name },
  })
}
