/**
 * The transport for real servers: HTTP over sockets, with the identity of a connection on every request.
 *
 * Guarantees
 * - Connections are kept and shared: requests one after the other use one or two.
 * - Streams never take the connections that other requests need.
 * - A token the server refuses is renewed once, and the request sent again.
 * - A read that met a connection the server had just closed is sent again, once, on another.
 * - After disposal no socket, timer or child process is left.
 */
import { isKubewrightError, toMs } from '@kubewright/core'
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts'
import { checkAnswer, drain } from './answer-check.ts'
import type { ConnectionConfig, ConnectionInput } from './connection-config.ts'
import { defineConnection } from './define-connection.ts'
import { connectionErrors } from './errors.ts'
import type { Identity, IdentitySource } from './identity/identity.ts'
import { identityOf } from './identity/identity-of.ts'
import { impersonationHeaders } from './impersonation.ts'
import { revealed } from './secret.ts'
import { hostAndPort, hostOf, isLoopback, portOf } from './server-address.ts'
import { completeOptions, type TransportOptions } from './transport-options.ts'
import { acceptedEncodings, decompressed } from './wire/compressed-body.ts'
import { Dialer } from './wire/dialer.ts'
import { proxyFromEnvironment } from './wire/environment-proxy.ts'
import { Exchange } from './wire/exchange.ts'
import { LaneSwitch } from './wire/lanes.ts'
import { parseProxy } from './wire/proxy-url.ts'
import { expiredAt, type TlsMaterial, TlsMaterialSource } from './wire/tls-material.ts'
import { loadUndici } from './wire/undici.ts'

/**
 * A transport to the server of `connection`. Nothing is opened before the first request.
 *
 * Failure: throws `KW_CLIENT_CONFIG_INVALID` or `KW_CLIENT_CONFIG_CONFLICT` for a connection that cannot be used; all
 * that takes a file or a server to find out comes with the first request.
 *
 * @example
 * ```ts
 * await using transport = createTransport({ server: 'https://10.0.0.1:6443', token: 's3cr3t' })
 * transport.host // => '10.0.0.1:6443'
 * ```
 */
export function createTransport(connection: ConnectionInput, options: TransportOptions = {}): Transport {
  return new HttpTransport(defineConnection(connection), completeOptions(options))
}

class HttpTransport implements Transport {
  readonly host: string
  readonly #server: URL
  readonly #isSecure: boolean
  readonly #options: Required<TransportOptions>
  readonly #identity: IdentitySource
  readonly #tls: TlsMaterialSource
  readonly #dialer: Dialer
  readonly #lanes: LaneSwitch
  /** Sent with every request: names and values, one after the other. */
  readonly #headers: readonly string[]
  readonly #compresses: boolean
  /** Every exchange that is not over. */
  readonly #exchanges = new Set<Exchange>()
  #openStreams = 0
  #closing: Promise<void> | undefined

  constructor(connection: ConnectionConfig, options: Required<TransportOptions>) {
    const server = new URL(connection.server)
    this.#server = server
    this.#isSecure = server.protocol === 'https:'
    this.#options = options
    this.host = hostAndPort(server)
    this.#identity = identityOf(connection, options)
    this.#tls = new TlsMaterialSource(connection, options.clock)
    this.#compresses = connection.compression ?? !isLoopback(hostOf(server))
    this.#headers = ['user-agent', options.userAgent, ...impersonationHeaders(connection.impersonate)]
    this.#dialer = new Dialer({ ...proxyOf(connection, server, options), ...limitsOf(options) })
    this.#lanes = new LaneSwitch({
      ...options,
      origin: server.origin,
      dial: (tls) => this.#dial(tls, connection),
      isNeeded: (lane) => [...this.#exchanges].some((one) => one.isWaiting && one.streams === (lane === 'streams')),
    })
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { signal } = request
    signal?.throwIfAborted()
    const identity = await this.#identity.current(signal)
    const response = await this.#sendTrusted(request, identity)
    if (response.status !== 401) return this.#checked(request, response)
    const renewed = await this.#identity.renew(identity, signal)
    if (!renewed) return this.#checked(request, this.#explained(response, identity))
    await drain(response.body)
    return this.#checked(request, await this.#sendTrusted(request, await this.#identity.current(signal)))
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    for (const exchange of this.#exchanges) exchange.abort(closed(this.host))
    await this.#identity.close()
    // In this order: undici must not find its sockets gone, nor wait for one that never comes.
    this.#dialer.stop()
    await this.#lanes[Symbol.asyncDispose]()
    await this.#dialer[Symbol.asyncDispose]()
  }

  /** Once more if the CA turns out to have been replaced, as it is in a pod when the cluster gets a new one. */
  async #sendTrusted(request: TransportRequest, identity: Identity): Promise<TransportResponse> {
    const tls = await this.#tlsFor(identity)
    try {
      return await this.#sendAlive(request, identity, tls)
    } catch (error) {
      if (!isKubewrightError(error, 'KW_CLIENT_SERVER_UNTRUSTED')) throw error
      await this.#tls.reread()
      const now = await this.#tlsFor(identity)
      if (now === tls) throw error
      return this.#sendAlive(request, identity, now)
    }
  }

  async #tlsFor({ certificate }: Identity): Promise<TlsMaterial | undefined> {
    return this.#isSecure ? this.#tls.current(certificate) : undefined
  }

  /**
   * Once more if the connection was dead. Only reads: a write may have been carried out, and whether to repeat it is
   * for those to say who know what it does. Requests that never left are undici's to move to another connection.
   */
  async #sendAlive(request: TransportRequest, identity: Identity, tls: TlsMaterial | undefined) {
    try {
      return await this.#exchange(request, identity, tls)
    } catch (error) {
      if (request.method !== 'GET' || !isDeadConnection(error)) throw error
      return this.#exchange(request, identity, tls)
    }
  }

  async #exchange(
    request: TransportRequest,
    identity: Identity,
    tls: TlsMaterial | undefined,
  ): Promise<TransportResponse> {
    const undici = await loadUndici()
    request.signal?.throwIfAborted()
    this.#assertRoom(request)
    const exchange = this.#begin(request)
    const lanes = this.#lanes.lanes(undici, tls)
    try {
      const lane = request.streams ? lanes.streams : lanes.unary
      lane.dispatch(
        {
          path: `${this.#server.pathname.replace(/\/$/, '')}${request.path}`,
          method: request.method,
          headers: this.#headersOf(request, identity),
          body: request.body ?? null,
          reset: false, // or a delete with options would cost its connection
        },
        exchange,
      )
    } catch (error) {
      exchange.refuse(error)
    }
    const { body, ...head } = await exchange.response
    const encoding = head.headers['content-encoding']
    return {
      ...head,
      body: decompressed(body, typeof encoding === 'string' ? encoding : undefined, this.#what(request)),
    }
  }

  #begin(request: TransportRequest): Exchange {
    const streams = request.streams === true
    const exchange: Exchange = new Exchange({
      clock: this.#options.clock,
      responseTimeoutMs: toMs(this.#options.responseTimeout),
      streams,
      what: this.#what(request),
      isSecure: this.#isSecure,
      signal: request.signal,
      onOver: () => {
        this.#exchanges.delete(exchange)
        if (streams) this.#openStreams--
      },
    })
    this.#exchanges.add(exchange)
    if (streams) this.#openStreams++
    return exchange
  }

  #headersOf(request: TransportRequest, { authorization }: Identity): string[] {
    const headers = [...this.#headers]
    if (authorization !== undefined) headers.push('authorization', authorization)
    // API servers never compress streams.
    if (this.#compresses && !request.streams) headers.push('accept-encoding', acceptedEncodings)
    for (const [name, value] of Object.entries(request.headers)) headers.push(name, value)
    return headers
  }

  #checked(request: TransportRequest, response: TransportResponse): Promise<TransportResponse> {
    return checkAnswer(response, { request, what: this.#what(request), isSecure: this.#isSecure })
  }

  /** A 401 for an expired certificate looks like any other; we know better. */
  #explained(response: TransportResponse, { authorization, certificate }: Identity): TransportResponse {
    const expired =
      certificate && authorization === undefined ? expiredAt(certificate, this.#options.clock.now()) : undefined
    if (!expired) return response
    throw connectionErrors('KW_CLIENT_CERTIFICATE_EXPIRED', {
      what: `log in to ${this.host} with the client certificate of ${expired.name}`,
      why: `it expired at ${expired.at}`,
      next: 'Renew it, or fetch a new kubeconfig.',
      details: { ...expired },
    })
  }

  #dial(tls: TlsMaterial | undefined, connection: ConnectionConfig) {
    const host = hostOf(this.#server)
    return this.#dialer.dial({
      host,
      port: portOf(this.#server),
      what: `reach ${this.#server.origin}`,
      trust: this.#tls.trust,
      name: connection.tlsServerName ?? host,
      ...(tls && { tls }),
    })
  }

  #assertRoom({ streams }: TransportRequest): void {
    if (this.#closing) throw closed(this.host)
    const { maxStreams } = this.#options
    if (streams !== true || this.#openStreams < maxStreams) return
    throw connectionErrors('KW_CLIENT_STREAM_LIMIT', {
      what: `open another stream to ${this.host}`,
      why: `${maxStreams} are open already`,
      next: 'Close watches you no longer need, or raise maxStreams.',
      details: { maxStreams },
    })
  }

  /** Without the query: it says nothing about where, and a lot about nothing. */
  #what({ method, path }: TransportRequest): string {
    return `${method} ${path.split('?')[0]} at ${this.host}`
  }
}

/** An explicit proxy is used for any server; one from the environment only where NO_PROXY allows. */
function proxyOf({ proxy }: ConnectionConfig, server: URL, { env }: Required<TransportOptions>) {
  if (proxy === false) return {}
  const url = proxy ? revealed(proxy) : proxyFromEnvironment(env, server)
  return url === undefined ? {} : { proxy: parseProxy(url) }
}

function limitsOf({ clock, connectTimeout }: Required<TransportOptions>) {
  return { clock, connectTimeoutMs: toMs(connectTimeout) }
}

const deadConnection = new Set<unknown>(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

function isDeadConnection(error: unknown): boolean {
  return isKubewrightError(error, 'KW_CLIENT_CONNECTION_LOST') && deadConnection.has(error.details['problem'])
}

function closed(host: string): Error {
  return connectionErrors('KW_CLIENT_CLOSED', {
    what: `use the connection to ${host}`,
    why: 'it has been closed',
    next: 'Dispose the transport last.',
  })
}
