/**
 * A small scripted API server for tests: routes respond from the test's own script, without a socket. It follows the contract of
 * `Transport`: an aborted request rejects with the signal's reason, a body is read once, and leaving a body early closes it.
 */
import { connectionErrors } from '../connection/errors.ts'
import type { Transport, TransportBody, TransportRequest, TransportResponse } from '../transport.ts'

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

export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Strings as they are; anything else as JSON. */
  readonly body?: unknown
  /** A stream instead of a body. */
  readonly stream?: ScriptedStream | readonly (string | Uint8Array)[]
}

export type Route = (request: ScriptedRequest, count: number) => ScriptedAnswer | Promise<ScriptedAnswer>

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
      return { status, headers: { 'content-type': 'application/json', ...headers }, body: bodyOf(answer, signal) }
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

/** A stream that the test writes to while it is read. */
export class ScriptedStream {
  readonly #chunks: Uint8Array[] = []
  #wake: (() => void) | undefined
  #end: { readonly error?: unknown } | undefined
  isClosed = false

  push(chunk: string | Uint8Array): void {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    this.#wake?.()
  }

  /** One line of a watch. */
  event(type: string, object: unknown): void {
    this.push(`${JSON.stringify({ type, object })}\n`)
  }

  end(): void {
    this.#finish({})
  }

  fail(error: unknown): void {
    this.#finish({ error })
  }

  /** An unread chunk. */
  take(): Uint8Array | undefined {
    return this.#chunks.shift()
  }

  async *read(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, void, undefined> {
    const abort = () => this.fail(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      for (;;) {
        signal?.throwIfAborted()
        const chunk = this.#chunks.shift()
        if (chunk !== undefined) yield chunk
        else if (this.#end === undefined) await new Promise<void>((resolve) => (this.#wake = resolve))
        else if ('error' in this.#end) throw this.#end.error
        else return
      }
    } finally {
      this.isClosed = true
      signal?.removeEventListener('abort', abort)
    }
  }

  #finish(end: { readonly error?: unknown }): void {
    this.#end ??= end
    this.#wake?.()
  }
}

export function unreachable(): Error {
  return connectionErrors('KW_CLIENT_UNREACHABLE', { what: 'reach scripted.test:6443', why: 'nothing listens there' })
}

export function connectionLost(): Error {
  return connectionErrors('KW_CLIENT_CONNECTION_LOST', {
    what: 'hear the answer of scripted.test:6443',
    why: 'the connection was closed',
  })
}

/** A failure as API servers report it. */
export function failure(code: number, reason: string, message: string, details: object = {}): ScriptedAnswer {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code }
  return { status: code, body }
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

function bodyOf({ body = '', stream }: ScriptedAnswer, signal: AbortSignal | undefined): TransportBody {
  let isUsed = false
  const iterate = () => {
    if (isUsed) throw connectionErrors('KW_CLIENT_BODY_USED', { what: 'read the body again', why: 'it was read' })
    isUsed = true
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return stream instanceof ScriptedStream ? stream.read(signal) : chunksOf(stream ?? [text])
  }
  return {
    ...(stream instanceof ScriptedStream && { take: () => stream.take() }),
    [Symbol.asyncIterator]: iterate,
    async text() {
      const chunks: Uint8Array[] = []
      for await (const chunk of iterate()) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}

async function* chunksOf(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
  })
}
