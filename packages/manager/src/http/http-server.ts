/**
 * A small HTTP server for probes and scrapes. Nobody sends it anything worth reading, so it reads nothing: no bodies, short
 * headers, little patience. Answers are made by pure functions of the request.
 *
 * Guarantees
 * - A probe is served however many connections stand idle, and however many other pages are being made.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { track } from '@kubewright/core'
import { managerErrors } from '../errors.ts'
import { ConnectionBook, type ConnectionLimits } from './connection-book.ts'
import type { Certificate } from './certificate-source.ts'

export interface PageRequest {
  /** `GET` or `HEAD`. */
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly accept: string | undefined
  readonly authorization: string | undefined
}

export interface Page {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers what is below its path; `undefined` if there is nothing. */
export type Route = (request: PageRequest) => Page | undefined | Promise<Page | undefined>

export interface ListenOptions {
  /** What is served, for messages: `health`. */
  readonly what: string
  /** 0 for any free port. */
  readonly port: number
  /** `undefined` for all addresses of the machine. */
  readonly host: string | undefined
  /** Always answered, whatever else is under way. */
  readonly probes?: readonly Route[]
  /** Only so many of them at a time. */
  readonly routes: readonly Route[]
  /** Speaks TLS with it; without one, plain HTTP. */
  readonly certificate?: Certificate | undefined
  /** Hears of routes that throw. */
  readonly report: (error: unknown) => void
}

export interface ListeningServer extends AsyncDisposable {
  readonly port: number
  /** For people and tests: `http://127.0.0.1:8081`. */
  readonly url: string
  /** Shows another certificate from now on. Assumptions: it was given one at the start. */
  replaceCertificate(certificate: Certificate): void
}

/** How long a client may take for its headers, and how long a connection may idle. */
const limits = {
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
} as const
/** How long a client may take to read its answer. */
const readTimeout = 10_000

/** Scrapers and probes are few: a kubelet, a scraper, and somebody who looks. */
const connections: ConnectionLimits = { perPeer: 32, total: 128 }
/** Pages that cost something, at a time. */
const mostPages = 8

/** Failure: `KW_MANAGER_PORT` if the port cannot be opened. */
export async function listen(options: ListenOptions): Promise<ListeningServer> {
  const { certificate } = options
  const book = new ConnectionBook(connections)
  const pages = new PageMaker(options)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    book.begin(request.socket)
    // Whoever does not read an answer that is written keeps nobody else out.
    const served = serve(pages, request, response).finally(() => book.end(request.socket))
    void track(`serve ${options.what}`, served)
  }
  const server =
    certificate === undefined
      ? createServer(limits, handle)
      : createTlsServer({ ...limits, ...contextOf(certificate), handshakeTimeout: limits.headersTimeout }, handle)
  server.on('connection', (socket: Socket) => book.add(socket))
  server.on('tlsClientError', () => undefined) // whoever cannot shake hands has said nothing worth hearing
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

/** HTTP/2 is left out, as controller-runtime does: a client could cancel streams faster than a server can end them. */
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
  // Whoever asks for a page and does not read it holds it in memory.
  response.setTimeout(readTimeout, () => request.socket.destroy())
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': typeof body === 'string' ? Buffer.byteLength(body) : body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    // What comes with a body is not read, and so the connection cannot be used again.
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
    if (url === undefined) return text(400, 'That is no path.\n')
    const { accept, authorization } = headers
    const asked = { method, path: url.pathname, query: url.searchParams, accept, authorization }
    try {
      return (
        (await firstOf(this.#options.probes ?? [], asked)) ??
        (await this.#make(asked)) ??
        text(404, 'There is nothing here.\n')
      )
    } catch (error) {
      this.#options.report(error)
      return text(500, 'This page could not be made; the log says why.\n')
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
  body: 'Too many pages are being made.\n',
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
