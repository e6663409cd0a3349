/**
 * The HTTPS server of webhooks. Every pod in the cluster can reach it, so it trusts no client: malformed, oversized or slow
 * requests are rejected or cut off, and cost no more than the limits allow.
 *
 * It serves HTTP/1.1 over TLS 1.2 or later. The certificate can be replaced while it runs; open connections keep theirs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type Clock, systemClock, toMs } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import type { ServingCertificate } from '../certificates/serving-certificate.ts'
import { conversionPath } from '../configuration/webhook-address.ts'
import { webhookErrors } from '../errors.ts'
import { statusBody } from '../review/review-status.ts'
import { type BodyProblem, ByteBudget, withBody } from './request-body.ts'
import { defaultLimits, type ServerLimits } from './server-limits.ts'
import type { WebhookAnswer, WebhookHandler } from './webhook-handler.ts'

export interface HttpsServerOptions {
  /** 0 for any free port. */
  readonly port: number
  /** @default all addresses of the machine */
  readonly host?: string | undefined
  readonly certificate: ServingCertificate
  readonly limits?: Partial<ServerLimits> | undefined
  readonly clock?: Clock | undefined
  /**
   * Receives errors of the server itself: of one request, or of the listener, such as connections it cannot accept.
   *
   * @default they are ignored
   */
  readonly report?: ReportServerError | undefined
}

type ReportServerError = (error: unknown, at: 'request' | 'listener') => void

export interface HttpsServer extends AsyncDisposable {
  readonly port: number
  /** Uses another certificate for new connections. */
  replaceCertificate(certificate: ServingCertificate): void
}

/** Longer than any request head from an API server. */
const headBytes = 16 * 1_024

/** Failure: `KW_WEBHOOK_PORT` if the port cannot be opened. */
export async function startHttpsServer(handler: WebhookHandler, options: HttpsServerOptions): Promise<HttpsServer> {
  const limits = { ...defaultLimits, ...options.limits }
  const report = options.report ?? (() => undefined)
  const exchanges = new Exchanges(handler, limits, report)
  const server = createServer(
    {
      ...secureContext(options.certificate),
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: toMs(limits.headTimeout),
      maxHeaderSize: headBytes,
      headersTimeout: toMs(limits.headTimeout),
      requestTimeout: toMs(limits.requestTimeout),
      keepAliveTimeout: toMs(limits.idleTimeout),
      connectionsCheckingInterval: Math.min(5_000, toMs(limits.headTimeout)),
    },
    (request, response) => void track('answer a webhook', exchanges.serve(request, response)),
  )
  server.maxConnections = limits.connections
  limitPeers(server, limits.connectionsPerPeer)
  // Failed handshakes are not reported.
  server.on('tlsClientError', () => undefined)
  await opened(server, options)
  // An `error` event without a listener ends the process, and one connection too many can cause one.
  server.on('error', (error) => report(error, 'listener'))
  return {
    port: (server.address() as AddressInfo).port,
    replaceCertificate: (certificate) => server.setSecureContext(secureContext(certificate)),
    [Symbol.asyncDispose]: () => stop(server, exchanges, toMs(limits.stopTimeout), options.clock ?? systemClock),
  }
}

/** Closes connections from an address that has reached its limit. */
function limitPeers(server: Server, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? ''
    const count = (open.get(peer) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(peer, count)
    socket.once('close', () => {
      const left = open.get(peer)! - 1
      if (left === 0) open.delete(peer)
      else open.set(peer, left)
    })
  })
}

function secureContext({ certificate, key }: ServingCertificate) {
  return { cert: certificate, key, minVersion: 'TLSv1.2' as const }
}

function opened(server: Server, { port, host }: HttpsServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(notOpened(port, host, error))
    server.once('error', refuse)
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', refuse)
      resolve()
    })
  })
}

/** Stops accepting connections, finishes requests in flight, and closes them after the timeout. */
async function stop(server: Server, exchanges: Exchanges, patienceMs: number, clock: Clock): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const patience = clock.schedule(patienceMs, () => server.closeAllConnections())
  await exchanges.finish()
  patience[Symbol.dispose]()
  server.closeAllConnections()
  await closed
}

/** The requests in flight. */
class Exchanges {
  readonly #handler: WebhookHandler
  readonly #limits: ServerLimits
  readonly #budget: ByteBudget
  readonly #open = new Set<ServerResponse>()
  readonly #report: ReportServerError
  /** Number of reviews being handled. */
  #reviews = 0
  #onFinished: (() => void) | undefined

  constructor(handler: WebhookHandler, limits: ServerLimits, report: ReportServerError) {
    this.#handler = handler
    this.#limits = limits
    this.#report = report
    this.#budget = new ByteBudget(limits.totalBytes)
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open.add(response)
    const gone = new AbortController()
    const forgotten = new Promise<void>((resolve) => {
      response.once('close', () => {
        gone.abort(new Error('the caller has gone'))
        this.#forget(response)
        resolve()
      })
    })
    try {
      this.#write(request, response, await this.#answer(request, gone.signal))
    } catch (error) {
      this.#report(error, 'request')
      response.destroy()
    }
    await forgotten
  }

  /** Resolves once no request is in flight. From now on responses close their connections. */
  finish(): Promise<void> {
    return new Promise((resolve) => {
      this.#onFinished = resolve
      if (this.#open.size === 0) resolve()
    })
  }

  async #answer(request: IncomingMessage, signal: AbortSignal): Promise<WebhookAnswer> {
    const path = (request.url ?? '/').split('?', 1)[0]!
    if (path === '/healthz' || path === '/readyz') return { status: 200, body: '{"status":"Success"}' }
    if (!this.#handler.paths.includes(path)) return refuse(404, 'there is no webhook at this address')
    if (request.method !== 'POST') return refuse(405, 'reviews are sent with POST')
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      return refuse(415, 'reviews are sent as application/json')
    }
    const mostBytes = path === conversionPath ? this.#limits.conversionBytes : this.#limits.reviewBytes
    const answer = await withBody(request, { mostBytes, budget: this.#budget }, (body) =>
      this.#review({ path, body, signal }),
    )
    return typeof answer === 'string' ? refusals[answer] : answer
  }

  /** Only complete requests count towards the limit: slow senders do not block other clients. */
  async #review(asked: Parameters<WebhookHandler['handle']>[0]): Promise<WebhookAnswer> {
    if (this.#reviews >= this.#limits.requests) return refusals['no room']
    this.#reviews++
    try {
      return await this.#handler.handle(asked)
    } finally {
      this.#reviews--
    }
  }

  #write(request: IncomingMessage, response: ServerResponse, { status, body }: WebhookAnswer): void {
    // An unread request body would block the next request on the connection.
    if (!request.complete || this.#onFinished !== undefined) response.shouldKeepAlive = false
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-content-type-options': 'nosniff',
      ...(status === 405 ? { allow: 'POST' } : {}),
      ...(status === 429 ? { 'retry-after': '1' } : {}),
    })
    response.end(body)
  }

  #forget(response: ServerResponse): void {
    this.#open.delete(response)
    if (this.#open.size === 0) this.#onFinished?.()
  }
}

function refuse(status: number, why: string): WebhookAnswer {
  return { status, body: statusBody(status, why) }
}

const refusals: Readonly<Record<BodyProblem, WebhookAnswer>> = {
  'too large': refuse(413, 'the review exceeds the size limit'),
  'no room': refuse(429, 'too many concurrent reviews'),
  'cut off': refuse(400, 'the body of the review is incomplete'),
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this process may not open that port',
  EADDRNOTAVAIL: 'this machine has no such address',
}

function notOpened(port: number, host: string | undefined, error: NodeJS.ErrnoException): Error {
  return webhookErrors('KW_WEBHOOK_PORT', {
    what: `serve webhooks on ${host ?? 'all addresses'}, port ${port}`,
    why: reasons[error.code ?? ''] ?? error.message,
    next: 'Choose another port, or 0 for any that is free.',
    details: { port, host, errno: error.code },
    cause: error,
  })
}
