/**
 * The connections to one server: opened on demand, kept, with one exchange at a time on each. Identity and the handling of rejections are
 * up to the caller.
 *
 * Guarantees
 * - Connections are kept and shared: sequential requests use one or two.
 * - Streams never occupy the connections of other requests.
 * - After disposal no socket and no timer is left; requests in flight have failed with `KW_CLIENT_CLOSED`.
 */
import { type Clock, toMs } from '@kubewright/core'
import { assertWanted, scopeOf } from '../../request-scope.ts'
import type { TransportRequest, TransportResponse } from '../../transport.ts'
import { connectionErrors } from '../errors.ts'
import { hostAndPort, hostOf, portOf } from '../server-address.ts'
import type { TransportOptions } from '../transport-options.ts'
import { decompressed, isCompressed } from './compressed-body.ts'
import { Dialer } from './dialer.ts'
import { Exchange } from './exchange.ts'
import { LaneSwitch } from './lanes.ts'
import type { ProxyServer } from './proxy-url.ts'
import { timeWithSuspensions } from './time-with-suspensions.ts'
import type { TlsMaterial } from './tls-material.ts'

type Limits = 'clock' | 'maxConnections' | 'maxStreams' | 'connectTimeout' | 'responseTimeout' | 'onLookup'

export interface ServerLinkOptions extends Required<Pick<TransportOptions, Limits>> {
  readonly server: URL
  readonly proxy?: ProxyServer
  /** The expected name in the server's certificate. */
  readonly serverName: string
  /** For messages: the trust anchor. */
  readonly trust: string
}

/** Per-request headers and TLS material. */
export interface Carriage {
  /** Alternating names and values. */
  readonly headers: string[]
  /** Absent for plain http. */
  readonly tls: TlsMaterial | undefined
}

export class ServerLink implements AsyncDisposable {
  readonly #options: ServerLinkOptions
  readonly #clock: Clock
  readonly #host: string
  readonly #pathPrefix: string
  readonly #responseTimeoutMs: number
  readonly #dialer: Dialer
  readonly #lanes: LaneSwitch
  /** Exchanges in flight. */
  readonly #exchanges = new Set<Exchange>()
  #openStreams = 0
  #isClosed = false

  constructor(options: ServerLinkOptions) {
    const { server, clock, connectTimeout, responseTimeout } = options
    this.#options = options
    this.#clock = clock
    this.#host = hostAndPort(server)
    this.#pathPrefix = server.pathname.replace(/\/$/, '')
    this.#responseTimeoutMs = toMs(responseTimeout)
    this.#dialer = new Dialer({ ...options, connectTimeoutMs: toMs(connectTimeout) })
    this.#lanes = new LaneSwitch({
      ...options,
      host: server.host,
      now: timeWithSuspensions(clock),
      dial: (tls) => this.#dial(tls),
    })
  }

  /** Failure: as `Transport.send`, and `KW_CLIENT_STREAM_LIMIT`. */
  async exchange(request: TransportRequest, { headers, tls }: Carriage): Promise<TransportResponse> {
    assertWanted(request)
    this.#assertRoom(request)
    const exchange = this.#begin(request)
    const lanes = this.#lanes.lanes(tls)
    const lane = request.streams ? lanes.streams : lanes.unary
    const path = `${this.#pathPrefix}${request.path}`
    exchange.waits(lane.send({ path, method: request.method, headers, body: request.body }, exchange))
    const response = await exchange.response
    if (!isCompressed(response.headers['content-encoding'])) return response
    return { ...response, body: decompressed(response.body, () => this.describe(request)) }
  }

  /** For messages. Without the query, which adds length but no location. */
  describe({ method, path }: TransportRequest): string {
    return `${method} ${path.split('?')[0]} at ${this.#host}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    for (const exchange of this.#exchanges) exchange.abort(this.#closed())
    // In this order: the pools wait for the connections that are being opened.
    this.#dialer.stop()
    await this.#lanes[Symbol.asyncDispose]()
    await this.#dialer[Symbol.asyncDispose]()
  }

  #begin(request: TransportRequest): Exchange {
    const streams = request.streams === true
    const exchange: Exchange = new Exchange({
      clock: this.#clock,
      responseTimeoutMs: this.#silenceLimit(request),
      streams,
      what: () => this.describe(request),
      isSecure: this.#options.server.protocol === 'https:',
      scope: scopeOf(request),
      refusal: request.refusal,
      onOver: () => {
        this.#exchanges.delete(exchange)
        if (streams) this.#openStreams--
      },
    })
    this.#exchanges.add(exchange)
    if (streams) this.#openStreams++
    return exchange
  }

  /** Avoids a second timer where the caller's deadline is shorter. */
  #silenceLimit(request: TransportRequest): number | undefined {
    const { timeoutMs = Number.POSITIVE_INFINITY } = request
    const othersSeeToIt = timeoutMs <= this.#responseTimeoutMs && (request.scope ?? request.signal) !== undefined
    return othersSeeToIt ? undefined : this.#responseTimeoutMs
  }

  #dial(tls: TlsMaterial | undefined) {
    const { server, serverName, trust } = this.#options
    return this.#dialer.dial({
      host: hostOf(server),
      port: portOf(server),
      what: `reach ${server.origin}`,
      trust,
      name: serverName,
      ...(tls && { tls }),
    })
  }

  #assertRoom({ streams }: TransportRequest): void {
    if (this.#isClosed) throw this.#closed()
    const { maxStreams } = this.#options
    if (streams !== true || this.#openStreams < maxStreams) return
    throw connectionErrors('KW_CLIENT_STREAM_LIMIT', {
      what: `open another stream to ${this.#host}`,
      why: `${maxStreams} are open already`,
      next: 'Close watches you no longer need, or raise maxStreams.',
      details: { maxStreams },
    })
  }

  #closed(): Error {
    return connectionErrors('KW_CLIENT_CLOSED', {
      what: `use the connection to ${this.#host}`,
      why: 'it has been closed',
      next: 'Dispose the transport last.',
    })
  }
}
