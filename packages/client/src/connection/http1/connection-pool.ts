/**
 * Connections to one server: opened on demand, kept while they are used, with one request at a time on each.
 *
 * Guarantees
 * - There are never more than `maxConnections`, those being opened included.
 * - Requests are sent in the order in which they came. One that waits is sent on whichever connection is free first.
 * - A connection that cannot be opened fails one waiting request, with the error of `dial`.
 * - After `destroy` no socket is left, and every request has failed.
 */
import type { Socket } from 'node:net'
import { closedEarly, httpError } from './http-errors.ts'
import { closedByServer, HttpConnection, type ReadyRequest } from './http-connection.ts'
import type { HttpRequest, RequestHandler } from './request-handler.ts'
import { headOf } from './request-text.ts'

export interface ConnectionPoolOptions {
  /** The value of the header `host`. */
  readonly host: string
  readonly maxConnections: number
  readonly maxHeadBytes: number
  readonly idleMs: number
  /** Monotonic time in milliseconds. */
  readonly now: () => number
  readonly dial: () => Promise<Socket>
}

export class ConnectionPool {
  readonly #options: ConnectionPoolOptions
  /** Every open connection. */
  readonly #open = new Set<HttpConnection>()
  /** The open connections without a request. The one used last is used first, so that others may close. */
  readonly #free: HttpConnection[] = []
  /** In the order in which they came. */
  readonly #waiting = new Set<ReadyRequest>()
  #dialing = 0
  /** Connections that will soon be free or closed. */
  readonly #settling = new Set<HttpConnection>()
  #isClosing = false
  /** Resolve the promises of `close` and `destroy`. */
  readonly #whenEmpty: (() => void)[] = []

  constructor(options: ConnectionPoolOptions) {
    this.#options = options
  }

  /** Returns a function that withdraws the request while it waits; later, it does nothing. */
  send(request: HttpRequest, handler: RequestHandler): () => void {
    const waiting = this.#readyRequest(request, handler)
    if (waiting === undefined) return () => {}
    this.#waiting.add(waiting)
    this.#assign()
    return () => this.#waiting.delete(waiting)
  }

  #readyRequest(request: HttpRequest, handler: RequestHandler): ReadyRequest | undefined {
    try {
      if (this.#isClosing) throw httpError(closedEarly, 'the connections are closed')
      return { head: headOf(request, this.#options.host), body: request.body, handler }
    } catch (error) {
      handler.onError(error as Error)
      return undefined
    }
  }

  #takeWaiting(): ReadyRequest | undefined {
    const [first] = this.#waiting
    if (first !== undefined) this.#waiting.delete(first)
    return first
  }

  /** Accepts no more requests, and closes each connection once it has no request. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const connection of this.#free) connection.close()
    await this.#empty()
  }

  /** Closes all connections. Requests in flight and those that wait fail. */
  async destroy(): Promise<void> {
    this.#isClosing = true
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const { handler } of waiting) handler.onError(httpError(closedEarly, 'the connections are closed'))
    for (const connection of this.#open) connection.close()
    await this.#empty()
  }

  /** Gives free connections to waiting requests, and opens more if there are too few. */
  #assign(): void {
    while (this.#waiting.size > 0) {
      const connection = this.#free.pop()
      if (connection === undefined) break
      if (!connection.isOpen) connection.close()
      else if (!connection.isUncertain) this.#use(connection)
      else if (this.#settling.size < this.#waiting.size) connection.settle()
      else {
        // The connections that settle are enough.
        this.#free.push(connection)
        break
      }
    }
    const expected = () => this.#dialing + this.#settling.size
    while (expected() < this.#waiting.size && this.#open.size + this.#dialing < this.#options.maxConnections) {
      this.#dialing++
      void this.#dial()
    }
  }

  /** Sends the first request that is still wanted. */
  #use(connection: HttpConnection): void {
    for (;;) {
      const next = this.#takeWaiting()
      if (next === undefined) return connection.rest()
      if (connection.send(next)) return
    }
  }

  async #dial(): Promise<void> {
    const dialled = await this.#options.dial().catch((error: Error) => error)
    const socket = dialled instanceof Error || !dialled.destroyed ? dialled : closedByServer()
    this.#dialing--
    if (socket instanceof Error) this.#takeWaiting()?.handler.onError(socket)
    else this.#use(this.#connectionOn(socket))
    this.#assign()
    this.#checkEmpty()
  }

  #connectionOn(socket: Socket): HttpConnection {
    const connection = new HttpConnection(socket, {
      ...this.#options,
      onSettling: (one) => this.#settling.add(one),
      onFree: (one) => this.#freed(one),
      onClosed: (one) => this.#closed(one),
    })
    this.#open.add(connection)
    return connection
  }

  #freed(connection: HttpConnection): void {
    this.#settling.delete(connection)
    if (this.#waiting.size > 0) return this.#use(connection)
    if (this.#isClosing) return connection.close()
    this.#free.push(connection)
  }

  #closed(connection: HttpConnection): void {
    this.#open.delete(connection)
    this.#settling.delete(connection)
    const at = this.#free.indexOf(connection)
    if (at >= 0) this.#free.splice(at, 1)
    // A proxy or firewall on the way dropped the connection, and so those that have been idle for longer. Those that settle may be among them.
    if (connection.isStale) for (const other of [...this.#free, ...this.#settling]) other.close()
    this.#assign()
    this.#checkEmpty()
  }

  #empty(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenEmpty.push(resolve)
      this.#checkEmpty()
    })
  }

  #checkEmpty(): void {
    if (this.#open.size + this.#dialing > 0) return
    for (const resolve of this.#whenEmpty.splice(0)) resolve()
  }
}
