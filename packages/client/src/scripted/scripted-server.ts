/**
 * A small scripted API server for tests: routes respond from the test's own script, without a socket. It follows the contract of
 * `Transport`: an aborted request rejects with the signal's reason, a body is read once, and leaving a body early closes it.
 */
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { type ScriptedAnswer, scriptedBody } from './scripted-answer.ts'

/** A request as passed to the script. */
export interface ScriptedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** The body, if it is JSON. */
  readonly body: unknown
  readonly signal: AbortSignal | undefined
}

/** Answers the requests to one path; `count` is 1 for the first of them. */
export type Route = (request: ScriptedRequest, count: number) => ScriptedAnswer | Promise<ScriptedAnswer>

/**
 * A transport to a server that exists only as a script.
 *
 * @example
 * ```ts
 * const server = new ScriptedServer({ '*': () => failure(403, 'Forbidden') })
 * const { status } = await server.send({ method: 'GET', path: '/api/v1/pods?limit=1', headers: {} })
 * status // => 403
 * server.lines // => ['GET /api/v1/pods?limit=1']
 * ```
 */
export class ScriptedServer implements Transport {
  readonly host = 'scripted.test:6443'
  /** All requests, in order. */
  readonly requests: ScriptedRequest[] = []
  /** The current and the maximum number of requests in flight. */
  inFlight = 0
  mostInFlight = 0
  isDisposed = false
  readonly #routes: Readonly<Record<string, Route>>
  readonly #counts = new Map<string, number>()

  /** Routes by method and path: `'GET /api/v1/pods'`. `'*'` matches the rest. */
  constructor(routes: Readonly<Record<string, Route>> = {}) {
    this.#routes = routes
  }

  /** The requests as lines: `GET /api/v1/pods?limit=500`. */
  get lines(): readonly string[] {
    return this.requests.map(({ method, path, query }) => {
      const text = new URLSearchParams(query).toString()
      return `${method} ${path}${text === '' ? '' : `?${text}`}`
    })
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { signal } = request
    signal?.throwIfAborted()
    const scripted = read(request)
    this.requests.push(scripted)
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight)
    try {
      const answer = await unlessAborted(this.#answer(scripted), signal)
      const { status = 200, headers = {} } = answer
      return { status, headers: { 'content-type': 'application/json', ...headers }, body: scriptedBody(answer, signal) }
    } finally {
      this.inFlight--
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isDisposed = true
  }

  async #answer(request: ScriptedRequest): Promise<ScriptedAnswer> {
    const line = `${request.method} ${request.path}`
    const route = this.#routes[line] ?? this.#routes['*']
    if (route === undefined)
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found\n' }
    const count = (this.#counts.get(line) ?? 0) + 1
    this.#counts.set(line, count)
    return route(request, count)
  }
}

function read({ method, path, headers, body, signal }: TransportRequest): ScriptedRequest {
  const url = new URL(path, 'https://scripted.test')
  const query = Object.fromEntries(url.searchParams)
  return { method, path: url.pathname, query, headers, body: parsed(body), signal }
}

function parsed(body: string | Uint8Array | undefined): unknown {
  if (body === undefined) return undefined
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
}
