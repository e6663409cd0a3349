/** How a transport behaves, apart from where it goes and who it is. */
import { type Clock, type Duration, type Random, systemClock, systemRandom, toMs } from '@kubewright/core'
import { connectionErrors } from './errors.ts'
import { userAgent } from './user-agent.ts'
import type { Environment } from './wire/environment-proxy.ts'

export interface TransportOptions {
  /**
   * Connections for requests that end soon. More requests than that wait for their turn.
   *
   * @default 8
   */
  readonly maxConnections?: number
  /**
   * Streams, such as watches, open at the same time. Each has a connection of its own. One more is refused.
   *
   * @default 256
   */
  readonly maxStreams?: number
  /**
   * How long opening a connection may take, proxy and TLS included.
   *
   * @default '10s'
   */
  readonly connectTimeout?: Duration
  /**
   * How long the server may be silent before it answers, and within an answer. Longer than the minute after which an
   * API server gives up by itself. Within a stream silence has no limit.
   *
   * @default '75s'
   */
  readonly responseTimeout?: Duration
  /**
   * How long a credential plugin may take. Some of them wait for a person with a browser.
   *
   * @default '3m'
   */
  readonly execTimeout?: Duration
  /** @default 'kubewright/<version> (node <version>; <platform>)' */
  readonly userAgent?: string
  /** Hears of what went wrong without stopping anything. @default process.emitWarning */
  readonly onWarning?: (message: string) => void
  /**
   * Hears how long looking up a name took, that of the server or of the proxy, whether or not it was found. Addresses
   * are not looked up. Called synchronously; must not throw. `restClientMetrics` has one.
   *
   * @default nobody
   */
  readonly onLookup?: (host: string, seconds: number) => void
  /** For proxies and credential plugins. @default process.env */
  readonly env?: Environment
  /** Whether a credential plugin may ask somebody. @default whether standard input is a terminal */
  readonly isTerminal?: boolean
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
}

/** Failure: `KW_CLIENT_CONFIG_INVALID` for a limit that is not one. */
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
