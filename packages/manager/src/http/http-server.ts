/**
 * A small HTTP server for probes and scrapes. It needs no request content, so it reads no bodies, limits headers, and uses short
 * timeouts. Responses are functions of the request.
 *
 * Guarantees
 * - A probe is served regardless of how many connections are idle or other pages are in progress.
 *
 * See decision 0426 for why `node:http` is not imported.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { track } from '@kubewright/core/tasks'
import { managerErrors } from '../errors.ts'
import { ConnectionLimiter, type ConnectionLimits } from './connection-limiter.ts'
import type { Certificate } from './certificate-source.ts'

/** A request to a page that the manager serves. */
export interface PageRequest {
  /** `GET` or `HEAD`. */
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly accept: string | undefined
  readonly authorization: string | undefined
}

/** A response of a page that the manager serves. */
export interface Page {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Responds to paths it serves; `undefined` for others. */
export type Route = (request: PageRequest) => Page | undefined | Promise<Page | undefined>

export interface ListenOptions {
  /** The name of the service, for messages: `health`. */
  readonly what: string
  /** 0 for any free port. */
  readonly port: number
  /** `undefined` for all addresses. */
  readonly host: string | undefined
  /** Not subject to the concurrency limit. */
  readonly probes?: readonly Route[]
  /** Limited to `mostPages` concurrent requests. */
  readonly routes: readonly Route[]
  /** Serves TLS with it; plain HTTP without one. */
  readonly certificate?: Certificate | undefined
  /** Receives errors of routes. */
  readonly report: (error: unknown) => void
}

export interface ListeningServer extends AsyncDisposable {
  readonly port: number
  /** For messages and tests: `http://127.0.0.1:8081`. */
  readonly url: string
  /** Switches to another certificate. Assumptions: it was created with one. */
  replaceCertificate(certificate: Certificate): void
}

/** Limits on request headers and idle connections. */
const limits = {
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
} as const
/** How long a client may take to read the response. */
const readTimeout = 10_000

/** Few clients are expected: a kubelet, a scraper, and an occasional user. */
const connections: ConnectionLimits = { perPeer: 32, total: 128 }
/** Concurrent requests for pages other than probes. */
const mostPages = 8

/** Failure: `KW_MANAGER_PORT` if the port cannot be opened. */
export async function listen(options: ListenOptions): Promise<ListeningServer> {
  const { certificate } = options
  const limiter = new ConnectionLimiter(connections)
  const pages = new PageMaker(options)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    limiter.begin(request.socket)
    // A client that does not read its response must not occupy a slot: the connection is evictable again.
    const served = serve(pages, request, response).finally(() => limiter.end(request.socket))
    void track(`serve ${options.what}`, served)
  }
  const server =
    certificate === undefined
      ? process.getBuiltinModule('node:http').createServer(limits, handle)
      : createTlsServer({ ...limits, ...contextOf(certificate), handshakeTimeout: limits.headersTimeout }, handle)
  server.on('connection', (socket: Socket) => limiter.add(socket))
  server.on('tlsClientError', () => undefined) // failed handshakes are not reported
  await opened(server, options)
  const { port, address, family } = server.address() as AddressInfo
  const host = options.host === undefined ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return {
    port,
    url: `${certificate === undefined ? 'http' : 'https'}://${host}:${port}`,
    replaceCertificate: (next) => 'setSecureContext' in server && server.setSecureContext(contextOf(next)),
    [Symbol.asyncDispose]: () => closed(server),
  }
}

/** No HTTP/2, as in controller-runtime: a client can cancel streams faster than a server can clean them up (rapid reset). */
function contextOf({ certificate, key }: Certificate) {
  return { cert: certificate, key, minVersion: 'TLSv1.2' as const, ALPNProtocols: ['http/1.1'] }
}

function opened(server: Server, options: ListenOptions): Promise<void> {
  const { port, host } = options
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(notOpened(options, error)))
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.removeAllListeners('error')
      server.on('error', options.report)
      resolve()
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function serve(pages: PageMaker, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, contentType, body, headers } = await pages.answer(request)
  const isHead = request.method === 'HEAD'
  // A response that is not read stays in memory.
  response.setTimeout(readTimeout, () => request.socket.destroy())
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': typeof body === 'string' ? Buffer.byteLength(body) : body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    // Bodies are not read, so the connection cannot be reused.
    ...(hasBody(request) ? { connection: 'close' } : {}),
    ...headers,
  })
  response.end(isHead ? undefined : body)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

class PageMaker {
  readonly #options: ListenOptions
  #underWay = 0

  constructor(options: ListenOptions) {
    this.#options = options
  }

  async answer(request: IncomingMessage): Promise<Page> {
    const { method = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return text(405, 'Only GET and HEAD are served here.\n')
    const url = parseUrl(request.url)
    if (url === undefined) return text(400, 'The path is not valid.\n')
    const { accept, authorization } = headers
    const asked = { method, path: url.pathname, query: url.searchParams, accept, authorization }
    try {
      return (
        (await firstOf(this.#options.probes ?? [], asked)) ?? (await this.#make(asked)) ?? text(404, 'Not found.\n')
      )
    } catch (error) {
      this.#options.report(error)
      return text(500, 'Internal error. The log of this process has the cause.\n')
    }
  }

  async #make(asked: PageRequest): Promise<Page | undefined> {
    if (this.#underWay >= mostPages) return busy
    this.#underWay++
    try {
      return await firstOf(this.#options.routes, asked)
    } finally {
      this.#underWay--
    }
  }
}

const busy: Page = {
  status: 503,
  contentType: 'text/plain; charset=utf-8',
  body: 'Too many concurrent requests.\n',
  headers: { 'retry-after': '1' },
}

async function firstOf(routes: readonly Route[], request: PageRequest): Promise<Page | undefined> {
  for (const route of routes) {
    const found = await route(request)
    if (found !== undefined) return found
  }
  return undefined
}

function parseUrl(path: string | undefined): URL | undefined {
  try {
    return new URL(path ?? '/', 'http://localhost')
  } catch {
    return undefined
  }
}

export function text(status: number, body: string): Page {
  return { status, contentType: 'text/plain; charset=utf-8', body }
}

function notOpened({ what, port, host }: ListenOptions, error: NodeJS.ErrnoException): Error {
  const where = `${host ?? 'all addresses'}, port ${port}`
  return managerErrors('KW_MANAGER_PORT', {
    what: `serve ${what} on ${where}`,
    why: reasons[error.code ?? ''] ?? error.message,
    next: 'Choose another port, or 0 for any that is free.',
    details: { what, port, host, errno: error.code },
    cause: error,
  })
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this process may not open that port',
  EADDRNOTAVAIL: 'this machine has no such address',
}
