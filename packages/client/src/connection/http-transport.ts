/**
 * The HTTP transport for real servers, with the identity of a connection on every request.
 *
 * Guarantees
 * - Connections are kept and shared: sequential requests use one or two.
 * - Streams never occupy the connections of other requests.
 * - A token the server rejects is renewed once, and the request sent again.
 * - A read on a connection the server had just closed is retried, once, on another.
 * - After disposal no socket, timer or child process is left.
 */
import { isKubewrightError } from '@kubewright/core'
import { assertWanted } from '../request-scope.ts'
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts'
import { checkAnswer, drain } from './answer-check.ts'
import type { ConnectionConfig, ConnectionInput } from './connection-config.ts'
import { defineConnection } from './define-connection.ts'
import { connectionErrors } from './errors.ts'
import type { Identity, IdentitySource } from './identity/identity.ts'
import { identityOf } from './identity/identity-of.ts'
import { closedEarly } from './http1/http-errors.ts'
import { impersonationHeaders } from './impersonation.ts'
import { revealed } from './secret-text.ts'
import { hostAndPort, hostOf, isLoopback } from './server-address.ts'
import { completeOptions, type TransportOptions } from './transport-options.ts'
import { acceptedEncodings } from './wire/compressed-body.ts'
import { type Environment, proxyFromEnvironment } from './wire/environment-proxy.ts'
import { type ProxyServer, parseProxy } from './wire/proxy-url.ts'
import { ServerLink } from './wire/server-link.ts'
import { expiredAt, type TlsMaterial, TlsMaterialSource } from './wire/tls-material.ts'

/**
 * A transport to the server of `connection`. Nothing is opened before the first request.
 *
 * Failure: throws `KW_CLIENT_CONFIG_INVALID` or `KW_CLIENT_CONFIG_CONFLICT` for an invalid connection; problems with files or the server
 * surface with the first request.
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

/** As in client-go: 30 s of silence, and 15 s for the response to a ping, which HTTP/1.1 does not have. */
const halfOpenAfterMs = 45_000

class HttpTransport implements Transport {
  readonly host: string
  readonly halfOpenAfterMs = halfOpenAfterMs
  readonly #options: Required<TransportOptions>
  readonly #isSecure: boolean
  readonly #link: ServerLink
  readonly #tls: TlsMaterialSource
  readonly #identity: IdentitySource
  /** Sent with every request: alternating names and values. */
  readonly #headers: readonly string[]
  readonly #compresses: boolean
  #closing: Promise<void> | undefined

  constructor(connection: ConnectionConfig, options: Required<TransportOptions>) {
    const server = new URL(connection.server)
    this.host = hostAndPort(server)
    this.#options = options
    this.#isSecure = server.protocol === 'https:'
    this.#headers = ['user-agent', options.userAgent, ...impersonationHeaders(connection.impersonate)]
    this.#compresses = connection.compression ?? !isLoopback(hostOf(server))
    this.#tls = new TlsMaterialSource(connection, options.clock)
    const { trust } = this.#tls
    const serverName = connection.tlsServerName ?? hostOf(server)
    this.#link = new ServerLink({ ...options, ...proxyOf(connection, server, options.env), server, serverName, trust })
    // Last: it may be shared, and would leak if the constructor failed after this.
    this.#identity = identityOf(connection, options)
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    assertWanted(request)
    const identity = await this.#identity.current(request)
    const response = await this.#sendTrusted(request, identity)
    if (response.status !== 401) return this.#checked(request, response)
    const answered = await this.#unlessRenewed(request, response, identity)
    if (answered !== undefined) return this.#checked(request, answered)
    return this.#checked(request, await this.#sendTrusted(request, await this.#identity.current(request)))
  }

  /** The 401 itself if the identity cannot be renewed. Otherwise its body is discarded, so that it does not occupy the connection. */
  async #unlessRenewed(request: TransportRequest, response: TransportResponse, identity: Identity) {
    try {
      const renewed = await this.#identity.renew(identity, request)
      if (!renewed) return this.#explained(response, identity)
    } catch (error) {
      await drain(response.body)
      throw error
    }
    await drain(response.body)
    return undefined
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= Promise.all([this.#link[Symbol.asyncDispose](), this.#identity.close()]).then(() => {})
    return this.#closing
  }

  /** Retries once if the CA was replaced, as in a pod when the cluster's CA is rotated. */
  async #sendTrusted(request: TransportRequest, identity: Identity): Promise<TransportResponse> {
    const tls = await this.#material(identity)
    try {
      return await this.#sendAlive(request, identity, tls)
    } catch (error) {
      if (tls === undefined || !isKubewrightError(error, 'KW_CLIENT_SERVER_UNTRUSTED')) throw error
      await this.#tls.reread()
      const [current, now] = await this.#present(request)
      if (now === tls) throw error
      return this.#sendAlive(request, current, now)
    }
  }

  /**
   * Retries once if the connection was dead. Only reads: a write may have been executed, and only the caller knows whether it can be
   * repeated.
   */
  #sendAlive(request: TransportRequest, identity: Identity, tls: TlsMaterial | undefined): Promise<TransportResponse> {
    const sent = this.#link.exchange(request, { headers: this.#headersOf(request, identity), tls })
    if (request.method !== 'GET') return sent
    return sent.catch(async (error: unknown) => {
      if (!isDeadConnection(error)) throw error
      const [current, now] = await this.#present(request)
      return this.#link.exchange(request, { headers: this.#headersOf(request, current), tls: now })
    })
  }

  /** Both may have been rotated since: with the old certificate, the connections of all requests would be replaced. */
  async #present(request: TransportRequest): Promise<readonly [Identity, TlsMaterial | undefined]> {
    const identity = await this.#identity.current(request)
    return [identity, await this.#material(identity)]
  }

  async #material({ certificate }: Identity): Promise<TlsMaterial | undefined> {
    return this.#isSecure ? await this.#tls.current(certificate) : undefined
  }

  #headersOf(request: TransportRequest, { authorization }: Identity): string[] {
    const headers = [...this.#headers]
    if (authorization !== undefined) headers.push('authorization', authorization)
    // API servers never compress streams.
    if (this.#compresses && !request.streams) headers.push('accept-encoding', acceptedEncodings)
    for (const [name, value] of Object.entries(request.headers)) headers.push(name, value)
    return headers
  }

  #checked(request: TransportRequest, response: TransportResponse): TransportResponse | Promise<TransportResponse> {
    return checkAnswer(response, { request, what: () => this.#link.describe(request), isSecure: this.#isSecure })
  }

  /** A 401 for an expired certificate is indistinguishable from others; report the expiry. */
  #explained(response: TransportResponse, { authorization, certificate }: Identity): TransportResponse {
    if (!certificate || authorization !== undefined) return response
    const expired = expiredAt(certificate, this.#options.clock.now())
    if (!expired) return response
    throw connectionErrors('KW_CLIENT_CERTIFICATE_EXPIRED', {
      what: `log in to ${this.host} with the client certificate of ${expired.name}`,
      why: `it expired at ${expired.at}`,
      next: 'Renew the certificate, for example with `kubeadm certs renew`, or fetch a new kubeconfig.',
      details: { ...expired },
    })
  }
}

/** An explicit proxy applies to any server; one from the environment only where NO_PROXY allows. */
function proxyOf({ proxy }: ConnectionConfig, server: URL, env: Environment): { readonly proxy?: ProxyServer } {
  if (proxy === false) return {}
  const url = proxy ? revealed(proxy) : proxyFromEnvironment(env, server)
  return url === undefined ? {} : { proxy: parseProxy(url) }
}

const deadConnection = new Set<unknown>([closedEarly, 'ECONNRESET', 'EPIPE'])

function isDeadConnection(error: unknown): boolean {
  return isKubewrightError(error, 'KW_CLIENT_CONNECTION_LOST') && deadConnection.has(error.details['problem'])
}
