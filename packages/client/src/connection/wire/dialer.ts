/**
 * Opens connections: directly or through a proxy, with or without TLS, with errors that name the failed step.
 *
 * Guarantees
 * - All steps together take no longer than the connect timeout.
 * - After disposal no socket is left, not even one that was being opened.
 *
 * See decisions 0041 and 0042.
 */
import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { type Clock, formatDuration } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'
import { connectTunnel } from './connect-tunnel.ts'
import { connectTimeout, tlsFailure, type TlsParty, unreachable } from './failures.ts'
import { proxyTrust } from './proxy-trust.ts'
import { describeProxy, type ProxyServer } from './proxy-url.ts'
import { identityProblem, indicatedName } from './server-identity.ts'
import { connectTcp, guarded, settled } from './socket-io.ts'
import { connectSocks5, type Destination } from './socks5.ts'
import type { TlsMaterial } from './tls-material.ts'

export interface DialerOptions {
  readonly clock: Clock
  readonly connectTimeoutMs: number
  readonly proxy?: ProxyServer
  /** Receives the duration of each DNS lookup. */
  readonly onLookup?: (host: string, seconds: number) => void
}

/** The target of a connection, and its expected identity. */
export interface Target extends Destination, TlsParty {
  /** Absent for plain http. */
  readonly tls?: TlsMaterial
}

export class Dialer implements AsyncDisposable {
  readonly #options: DialerOptions
  /** Every socket that is not closed yet. */
  readonly #sockets = new Set<Socket>()
  readonly #closing = new AbortController()

  constructor(options: DialerOptions) {
    this.#options = options
    setMaxListeners(0, this.#closing.signal) // one listener per connection being opened
  }

  /** Failure: an error of the registry that always means the request was not sent. */
  async dial(target: Target): Promise<Socket | TLSSocket> {
    this.#closing.signal.throwIfAborted()
    const { clock, connectTimeoutMs, proxy } = this.#options
    const what = proxy ? `${target.what} through the proxy ${describeProxy(proxy)}` : target.what
    const late = () => connectTimeout(what, formatDuration(connectTimeoutMs))
    using limit = deadline(clock, connectTimeoutMs, late, this.#closing.signal)
    try {
      const socket = await this.#reach(target, limit.signal)
      return target.tls ? await this.#secure(socket, target, target.tls, limit.signal) : socket
    } catch (error) {
      // Whatever error an interrupted step throws, report the abort reason.
      throw limit.signal.aborted ? limit.signal.reason : unreachable(target.what, error)
    }
  }

  /** Aborts connections being opened, and opens no more. Open ones stay until disposal. */
  stop(): void {
    this.#closing.abort(new Error('closed'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop()
    await Promise.all([...this.#sockets].map(closed))
  }

  async #reach(target: Target, signal: AbortSignal): Promise<Socket> {
    const { proxy } = this.#options
    if (!proxy) return this.#connected(target, signal)
    const socket = await this.#reachProxy(proxy, target.tls?.ca, signal)
    try {
      await (proxy.speaks === 'socks5' ? connectSocks5 : connectTunnel)(socket, proxy, target, signal)
      return socket
    } catch (error) {
      socket.destroy()
      throw unreachable(`reach ${target.host}:${target.port} through the proxy ${describeProxy(proxy)}`, error)
    }
  }

  async #reachProxy(proxy: ProxyServer, clusterCa: string | undefined, signal: AbortSignal): Promise<Socket> {
    const what = `reach the proxy ${describeProxy(proxy)}`
    try {
      const socket = await this.#connected(proxy, signal)
      if (!proxy.isSecure) return socket
      const ca = await proxyTrust(clusterCa)
      // No client certificate for the proxy: it is for the server behind it.
      const servername = indicatedName(proxy.host)
      const checkServerIdentity = (_: string, certificate: PeerCertificate) => identityProblem(proxy.host, certificate)
      const secured = connect({ socket, host: proxy.host, servername, checkServerIdentity, ...(ca && { ca: [...ca] }) })
      return await settled(this.#tracked(guarded(secured)), 'secureConnect', signal)
    } catch (error) {
      throw signal.aborted ? error : this.#tlsFailure({ what, trust: 'a CA that Node trusts', name: proxy.host }, error)
    }
  }

  async #secure(socket: Socket, target: Target, tls: TlsMaterial, signal: AbortSignal): Promise<TLSSocket> {
    const secured = connect({
      socket,
      host: target.host,
      secureContext: tls.context,
      rejectUnauthorized: tls.isVerified,
      servername: indicatedName(target.name),
      checkServerIdentity: (_, certificate) => identityProblem(target.name, certificate),
      ALPNProtocols: ['http/1.1'],
    })
    try {
      return await settled(this.#tracked(guarded(secured)), 'secureConnect', signal)
    } catch (error) {
      socket.destroy()
      throw signal.aborted ? error : this.#tlsFailure(target, error)
    }
  }

  #tlsFailure(party: TlsParty, error: unknown): Error {
    return tlsFailure(party, error, this.#options.clock.now())
  }

  async #connected({ host, port }: Destination, signal: AbortSignal): Promise<Socket> {
    const { clock, onLookup } = this.#options
    const startedAtMs = clock.elapsed()
    const lookedUp = onLookup && (() => onLookup(host, (clock.elapsed() - startedAtMs) / 1_000))
    return this.#tracked(await connectTcp(host, port, signal, lookedUp))
  }

  #tracked<Kind extends Socket>(socket: Kind): Kind {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve()
    socket.once('close', () => resolve())
    socket.destroy()
  })
}
