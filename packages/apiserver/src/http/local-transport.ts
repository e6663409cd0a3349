/**
 * The server as an in-process transport, without a socket. It has the shape of a client's transport, so that a client can
 * use it; neither package depends on the other.
 */
import { KubewrightError } from '@kubewright/core'
import { setOwn } from '@kubewright/core/json'
import { onAbort } from '@kubewright/core/tasks'
import { nextTurn } from '@kubewright/core/time'
import { ConnectionLost } from '../faults/connection-lost.ts'
import { badRequest, tooLarge } from '../status/failures.ts'
import { discard, isStream, type ResponseStream, type ServerRequest, type ServerResponse } from '../request/exchange.ts'
import { bodyLimit } from './http-request.ts'

/** A request to the server over its in-process transport. */
export interface LocalRequest {
  readonly method: string
  readonly path: string
  /** A list for a repeated header. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
  readonly streams?: boolean
  readonly signal?: AbortSignal
}

/** The server's response over its in-process transport, with a streamed body. */
export interface LocalResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: AsyncIterable<Uint8Array> & { text(): Promise<string> }
}

/** A client transport that calls the server directly, without a socket. */
export interface LocalTransport extends AsyncDisposable {
  readonly host: string
  send(request: LocalRequest): Promise<LocalResponse>
}

/** Maximum backlog of one slow watcher, and the backlog at which producers that support back-pressure have to wait, in bytes. */
const [backlogLimit, readyLimit] = [16 * 1024 * 1024, 1024 * 1024]

/** In-process requests never yield to the event loop. One in this many does, so that other work is not starved. */
const requestsPerTurn = 16

/** What all requests of a transport have in common. */
export interface LocalCaller extends Pick<ServerRequest, 'isLasting' | 'watchClock'> {
  /** The header that identifies the caller; empty if the server knows it. */
  readonly authorization: string
}

export function localTransport(
  handle: (request: ServerRequest) => Promise<ServerResponse>,
  caller: LocalCaller,
): LocalTransport {
  let requests = 0
  return {
    host: 'in-process',
    async send(request) {
      request.signal?.throwIfAborted()
      if (++requests % requestsPerTurn === 0) await nextTurn()
      const response = await answered(handle(toServerRequest(request, caller)))
      if (request.signal?.aborted) discard(response)
      request.signal?.throwIfAborted()
      if (response.upgrade !== undefined) return noConnection(response)
      const { status, headers, body } = response
      return { status, headers, body: toBody(body, request.signal) }
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** There is no connection here that could be upgraded to another protocol. */
function noConnection(response: ServerResponse): LocalResponse {
  discard(response)
  const { status } = badRequest('Upgrade request required')
  const text = JSON.stringify(status)
  return { status: status.code, headers: { 'content-type': 'application/json' }, body: toBody(text, undefined) }
}

/** Converts a lost connection to the error codes that clients know from any transport. */
async function answered(response: Promise<ServerResponse>): Promise<ServerResponse> {
  try {
    return await response
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    throw new KubewrightError(error.mayHaveHappened ? 'KW_CLIENT_CONNECTION_LOST' : 'KW_CLIENT_UNREACHABLE', {
      what: 'receive a response from the in-process server',
      why: error.message,
      next: 'An injected fault caused this.',
      cause: error,
    })
  }
}

function toServerRequest(
  { method, path, headers, body = '', signal }: LocalRequest,
  { authorization, ...caller }: LocalCaller,
): ServerRequest {
  const at = path.indexOf('?')
  const identity = authorization === '' ? {} : { authorization }
  const all: LocalRequest['headers'] = { ...identity, 'user-agent': 'kubewright', ...headers }
  let wanted = signal
  return {
    method,
    uri: path,
    path: at < 0 ? path : path.slice(0, at),
    query: new URLSearchParams(at < 0 ? '' : path.slice(at + 1)),
    headers: joined(all),
    repeatedHeaders: (name) => [all[name] ?? []].flat(),
    body: async () => bytesOf(body),
    ...caller,
    // Created lazily: few requests need it.
    get signal() {
      return (wanted ??= new AbortController().signal)
    },
  }
}

function joined(headers: LocalRequest['headers']): ServerRequest['headers'] {
  const all: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]!
    setOwn(all, name, typeof value === 'string' ? value : value.join(', '))
  }
  return all
}

/** Failure: a 413, as over a socket, so that the limit applies in process too. */
function bytesOf(body: string | Uint8Array): Buffer {
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (bytes.length > bodyLimit) throw tooLarge(bodyLimit)
  return bytes
}

function toBody(body: ServerResponse['body'], signal: AbortSignal | undefined): LocalResponse['body'] {
  const chunks = isStream(body) ? streamed(body, signal, disposeEarly(body, signal)) : once(body)
  return {
    [Symbol.asyncIterator]: () => chunks[Symbol.asyncIterator](),
    async text() {
      if (typeof body === 'string') return body
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      return Buffer.concat(parts).toString('utf8')
    },
  }
}

/** A reader that aborts before it starts to read must close the stream too. */
function disposeEarly(body: ResponseStream, signal: AbortSignal | undefined): Disposable | undefined {
  return signal && onAbort(signal, () => body[Symbol.dispose]?.())
}

async function* once(body: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof body === 'string' ? Buffer.from(body) : body
}

/** Chunks as they come. Leaving the loop, or aborting, closes the stream. */
async function* streamed(
  body: ResponseStream,
  signal: AbortSignal | undefined,
  early: Disposable | undefined,
): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = []
  let waitingBytes = 0
  let isEnded = false
  let wake: (() => void) | undefined
  let again: (() => void) | undefined
  const stir = () => wake?.()
  const opened = body.open({
    write(chunk) {
      waiting.push(chunk)
      waitingBytes += chunk.length
      stir()
      return waitingBytes < backlogLimit
    },
    isReady(whenReady) {
      if (waitingBytes < readyLimit) return true
      again = whenReady
      return false
    },
    end() {
      isEnded = true
      stir()
    },
  })
  const takeOnce = () => {
    const whenReady = again
    again = undefined
    whenReady?.()
  }
  const aborting = signal && onAbort(signal, stir)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const chunk = waiting.shift()
      waitingBytes -= chunk?.length ?? 0
      if (chunk !== undefined) yield chunk
      else if (isEnded) return
      else if (again !== undefined) takeOnce()
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    aborting?.[Symbol.dispose]()
    early?.[Symbol.dispose]()
    opened[Symbol.dispose]()
  }
}
