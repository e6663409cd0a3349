/**
 * One socket that carries one HTTP/1.1 request after the other.
 *
 * Guarantees
 * - A request is written whole and at once, after the response to the one before it was read to its end.
 * - It is used again only if both sides finished their message, the server allows it and nothing unexpected arrived.
 * - Without a request it does not keep the process alive, and closes after the idle time.
 */
import type { Socket } from 'node:net'
import { nextTurn } from '@kubewright/core/time'
import { closedEarly, httpError } from './http-errors.ts'
import type { RequestController, RequestHandler } from './request-handler.ts'
import { isAscii } from './request-text.ts'
import type { ResponseHead } from './response-head.ts'
import { ResponseParser, type ResponseReceiver } from './response-parser.ts'

/** A request that can be written. */
export interface ReadyRequest {
  /** Everything before the body. */
  readonly head: string
  readonly body: string | Uint8Array | undefined
  readonly handler: RequestHandler
}

export interface HttpConnectionOptions {
  readonly maxHeadBytes: number
  readonly idleMs: number
  /** Monotonic time in milliseconds. */
  readonly now: () => number
  /** Soon it is free or closed. */
  readonly onSettling: (connection: HttpConnection) => void
  /** It can carry the next request. */
  readonly onFree: (connection: HttpConnection) => void
  /** Called once, after the handler of its request. */
  readonly onClosed: (connection: HttpConnection) => void
}

/** Shorter than any idle limit of a server. */
const settleAfterMs = 50
/** A busy process settles a connection for a few turns at most: it may never be less busy. */
const mostTurns = 3
/** Go's `net/http` gives a new connection only as long as a request head may take, in kube-apiserver 32 s. */
const unusedIdleMs = 25_000
/**
 * A server that is silent for longer may be behind a device that dropped the connection. No longer than the shortest attempt to renew a lease:
 * the next attempt needs a new connection if this one was dropped.
 */
const staleAfterMs = 1_000

export class HttpConnection {
  readonly #socket: Socket
  readonly #options: HttpConnectionOptions
  /** The request in flight. */
  #exchange: ExchangeOnSocket | undefined
  #failure: Error | undefined
  /** How many requests it has carried. */
  #requests = 0
  /** Whether a request on a connection that was free before got no response. A request that is aborted soon does not count. */
  #isStale = false
  /** When it has been idle for too long. A timer alone would be late after the process was suspended. */
  #idleUntil = Infinity
  /** Since when it has been free; `undefined` until it has been for the first time. */
  #freeSince: number | undefined
  #sentAt = 0

  constructor(socket: Socket, options: HttpConnectionOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('end', () => this.#ended())
    socket.on('error', (error: Error) => (this.#failure ??= error))
    socket.on('timeout', () => this.close())
    socket.once('close', () => this.#closed())
  }

  /** Whether the next request can be sent. */
  get isOpen(): boolean {
    const { destroyed, writable, readableEnded } = this.#socket
    return !destroyed && writable && !readableEnded && this.#options.now() < this.#idleUntil
  }

  /** Whether it has been free for so long that it must settle before the next request. */
  get isUncertain(): boolean {
    return this.#freeSince !== undefined && this.#options.now() - this.#freeSince >= settleAfterMs
  }

  get isStale(): boolean {
    return this.#isStale
  }

  /** Only while it is free. Returns whether the request was written: its handler may no longer want it. */
  send({ head, body, handler }: ReadyRequest): boolean {
    const wasIdle = this.#freeSince !== undefined
    const exchange = new ExchangeOnSocket(this.#socket, handler, { maxHeadBytes: this.#options.maxHeadBytes, wasIdle })
    if (!handler.onRequestStart(exchange)) return false
    this.#requests++
    this.#sentAt = this.#options.now()
    this.#idleUntil = Infinity
    this.#exchange = exchange
    this.#socket.ref()
    this.#socket.setTimeout(0)
    write(this.#socket, head, body)
    return true
  }

  /** Makes it wait for a request, without prolonging an earlier wait. */
  rest(keepAliveMs = Math.max(1, this.#idleUntil - this.#options.now())): void {
    const limitMs = Math.min(this.#options.idleMs, keepAliveMs, this.#requests === 0 ? unusedIdleMs : Infinity)
    this.#freeSince = this.#options.now()
    this.#idleUntil = this.#freeSince + limitMs
    this.#socket.setTimeout(limitMs)
    this.#socket.unref()
    this.#options.onFree(this)
  }

  /**
   * Waits before the connection is used again: its end, or unsolicited bytes, may have arrived with the response or while it was free. In the
   * present turn of the event loop Node delivers what it has read; in the next one, what has reached the kernel.
   *
   * @param turns 1 covers what Node has read, 2 also what is in the kernel
   */
  settle(keepAliveMs = this.#idleUntil - this.#options.now(), turns = 2): void {
    this.#socket.resume()
    this.#options.onSettling(this)
    void this.#restAfter(turns, keepAliveMs)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(bytes: Buffer): void {
    if (this.#socket.destroyed) return // received before, and delivered late because it was paused
    const exchange = this.#exchange
    if (exchange === undefined) return this.close() // nothing was asked for
    try {
      exchange.parser.feed(bytes)
    } catch (error) {
      this.#failure ??= error as Error
      return this.close()
    }
    if (exchange.parser.isOver) this.#finish(exchange)
  }

  #finish({ head, wasPaused }: ExchangeOnSocket): void {
    this.#exchange = undefined
    if (head!.keepAliveMs === 0 || !this.isOpen) return this.close()
    // At least one turn: TLS passes on each record by itself, and reports the end of a write one turn later. A second would cost throughput.
    this.settle(head!.keepAliveMs, wasPaused || !this.#isWritten ? 2 : 1)
  }

  async #restAfter(turns: number, keepAliveMs: number): Promise<void> {
    const { now, idleMs } = this.#options
    const start = now()
    let at = start
    for (let turn = 1; turn <= mostTurns; turn++) {
      const before = at
      await nextTurn()
      at = now()
      // While a turn takes long, the end may arrive after Node last read from its sockets.
      if (turn >= turns && at - before < settleAfterMs) break
    }
    const leftMs = Math.min(idleMs, keepAliveMs) - (at - start)
    if (leftMs > 0 && this.isOpen && this.#isWritten) this.rest(leftMs)
    else this.close()
  }

  /** A server may answer before it has read the whole request; the rest of it must not become the next one. */
  get #isWritten(): boolean {
    return this.#socket.writableLength === 0
  }

  #ended(): void {
    this.#exchange?.parser.finish()
    this.close()
  }

  #closed(): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    if (exchange !== undefined && !exchange.parser.isOver) {
      this.#isStale = exchange.wasIdle && exchange.isUnanswered && !this.#wasAbortedSoon(exchange)
      exchange.fail(this.#failure ?? closedByServer())
    }
    this.#options.onClosed(this)
  }

  #wasAbortedSoon({ isAborted }: ExchangeOnSocket): boolean {
    return isAborted && this.#options.now() - this.#sentAt < staleAfterMs
  }
}

/** One request on the socket, and the actions of its sender. */
class ExchangeOnSocket implements RequestController, ResponseReceiver {
  readonly parser: ResponseParser
  readonly #socket: Socket
  readonly #handler: RequestHandler
  /** Whether the connection has waited for this request: the server may have closed it meanwhile. */
  readonly wasIdle: boolean
  head: ResponseHead | undefined
  isAborted = false
  isPaused = false
  wasPaused = false
  isUnanswered = true

  constructor(
    socket: Socket,
    handler: RequestHandler,
    how: { readonly maxHeadBytes: number; readonly wasIdle: boolean },
  ) {
    this.#socket = socket
    this.#handler = handler
    this.wasIdle = how.wasIdle
    this.parser = new ResponseParser(this, how.maxHeadBytes)
  }

  pause(): void {
    if (this.#isOver) return
    this.isPaused = this.wasPaused = true
    this.#socket.pause()
  }

  resume(): void {
    if (this.#isOver) return
    this.isPaused = false
    this.#socket.resume()
  }

  abort(): void {
    if (this.#isOver) return
    this.isAborted = true
    this.#socket.destroy()
  }

  onHead(head: ResponseHead): void {
    // The request was one write, so the server had nothing to wait for: it closed the connection while that was idle.
    if (head.status === requestTimeout && this.wasIdle && head.keepAliveMs === 0) throw closedByServer()
    this.head = head
    this.isUnanswered = false
    if (!this.isAborted) this.#handler.onResponseStart(head.status, head.headers)
  }

  onBody(chunk: Buffer): void {
    if (!this.isAborted && !this.#handler.onResponseData(chunk)) this.pause()
  }

  onEnd(): void {
    if (!this.isAborted) this.#handler.onResponseEnd()
  }

  fail(error: Error): void {
    if (!this.isAborted) this.#handler.onError(error)
  }

  /** From then on, the connection may carry another request. */
  get #isOver(): boolean {
    return this.isAborted || this.parser.isOver
  }
}

const requestTimeout = 408

export function closedByServer(): Error {
  return httpError(closedEarly, 'the other side closed the connection')
}

/** One write where possible: it is one TLS record and one system call. */
function write(socket: Socket, head: string, body: string | Uint8Array | undefined): void {
  if (body === undefined) return void socket.write(head, 'latin1')
  if (typeof body === 'string' && isAscii(head)) return void socket.write(head + body, 'utf8')
  socket.cork()
  socket.write(head, 'latin1')
  socket.write(body)
  socket.uncork()
}
