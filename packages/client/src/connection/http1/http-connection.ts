/**
 * One socket that carries one HTTP/1.1 request after the other.
 *
 * Guarantees
 * - A request is written whole and at once, after the response to the one before it was read to its end.
 * - It is used again only if both sides finished their message, the server allows it and nothing unexpected arrived.
 * - Without a request it does not keep the process alive, and closes after the idle time.
 */
import type { Socket } from 'node:net'
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
  /** It can carry the next request. */
  readonly onFree: (connection: HttpConnection) => void
  /** Called once, after the handler of its request. */
  readonly onClosed: (connection: HttpConnection) => void
}

export class HttpConnection {
  readonly #socket: Socket
  readonly #options: HttpConnectionOptions
  /** The request in flight. */
  #exchange: ExchangeOnSocket | undefined
  #failure: Error | undefined

  constructor(socket: Socket, options: HttpConnectionOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('end', () => this.#ended())
    socket.on('error', (error: Error) => (this.#failure ??= error))
    socket.on('timeout', () => this.close())
    socket.once('close', () => this.#closed())
  }

  /** Whether the socket can still be written to. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable && !this.#socket.readableEnded
  }

  /** Only while it is free. Returns whether the request was written: its handler may no longer want it. */
  send({ head, body, handler }: ReadyRequest): boolean {
    const exchange = new ExchangeOnSocket(this.#socket, handler, this.#options.maxHeadBytes)
    if (!handler.onRequestStart(exchange)) return false
    this.#exchange = exchange
    this.#socket.ref()
    this.#socket.setTimeout(0)
    write(this.#socket, head, body)
    return true
  }

  /** Makes it wait for a request. */
  rest(keepAliveMs = Infinity): void {
    this.#socket.setTimeout(Math.min(this.#options.idleMs, keepAliveMs))
    this.#socket.unref()
    this.#options.onFree(this)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(bytes: Buffer): void {
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

  #finish({ head }: ExchangeOnSocket): void {
    this.#exchange = undefined
    // A server may answer before it has read the whole request; the rest of it must not become the next one.
    const isReusable = head!.keepAliveMs > 0 && this.#socket.writableLength === 0 && this.isOpen
    if (!isReusable) return this.close()
    this.#socket.resume()
    this.rest(head!.keepAliveMs)
  }

  #ended(): void {
    this.#exchange?.parser.finish()
    this.close()
  }

  #closed(): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    if (exchange !== undefined && !exchange.parser.isOver) {
      exchange.fail(this.#failure ?? httpError(closedEarly, 'the other side closed the connection'))
    }
    this.#options.onClosed(this)
  }
}

/** One request on the socket, and what its sender does with it. */
class ExchangeOnSocket implements RequestController, ResponseReceiver {
  readonly parser: ResponseParser
  readonly #socket: Socket
  readonly #handler: RequestHandler
  head: ResponseHead | undefined
  isAborted = false
  isPaused = false

  constructor(socket: Socket, handler: RequestHandler, maxHeadBytes: number) {
    this.#socket = socket
    this.#handler = handler
    this.parser = new ResponseParser(this, maxHeadBytes)
  }

  pause(): void {
    if (this.#isOver) return
    this.isPaused = true
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
    this.head = head
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

/** One write where possible: it is one TLS record and one system call. */
function write(socket: Socket, head: string, body: string | Uint8Array | undefined): void {
  if (body === undefined) return void socket.write(head, 'latin1')
  if (typeof body === 'string' && isAscii(head)) return void socket.write(head + body, 'utf8')
  socket.cork()
  socket.write(head, 'latin1')
  socket.write(body)
  socket.uncork()
}
