/**
 * A small HTTP server for probes and scrapes. Nobody sends it anything worth reading, so it reads nothing: no bodies, short
 * headers, little patience. Answers are made by pure functions of the request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { track } from '@kubewright/core'
import { managerErrors } from '../errors.ts'

export interface PageRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly accept: string | undefined
}

export interface Page {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
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
  readonly routes: readonly Route[]
  /** Hears of routes that throw. */
  readonly report: (error: unknown) => void
}

export interface ListeningServer extends AsyncDisposable {
  readonly port: number
  /** For people and tests: `http://127.0.0.1:8081`. */
  readonly url: string
}

/** How long a client may take for its headers, and how long a connection may idle. */
const limits = {
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 90_000,
} as const

/** Scrapers and probes are few. */
const mostConnections = 100

/** Failure: `KW_MANAGER_PORT` if the port cannot be opened. */
export async function listen(options: ListenOptions): Promise<ListeningServer> {
  const server = createServer(limits, (request, response) => {
    void track(`serve ${options.what}`, serve(options, request, response))
  })
  server.maxConnections = mostConnections
  await opened(server, options)
  const { port, address, family } = server.address() as AddressInfo
  const host = options.host === undefined ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return { port, url: `http://${host}:${port}`, [Symbol.asyncDispose]: () => closed(server) }
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

async function serve(options: ListenOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await answer(options, request)
  const { status, contentType, body } = page
  const isHead = request.method === 'HEAD'
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': typeof body === 'string' ? Buffer.byteLength(body) : body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    // What comes with a body is not read, and so the connection cannot be used again.
    ...(hasBody(request) ? { connection: 'close' } : {}),
  })
  response.end(isHead ? undefined : body)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

async function answer({ routes, report }: ListenOptions, request: IncomingMessage): Promise<Page> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Only GET and HEAD are served here.\n')
  const url = parseUrl(request.url)
  if (url === undefined) return text(400, 'That is no path.\n')
  const page = { path: url.pathname, query: url.searchParams, accept: request.headers.accept }
  try {
    for (const route of routes) {
      const found = await route(page)
      if (found !== undefined) return found
    }
    return text(404, 'There is nothing here.\n')
  } catch (error) {
    report(error)
    return text(500, 'This page could not be made; the log says why.\n')
  }
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
