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
import { HttpConnection, type ReadyRequest } from './http-connection.ts'
import type { HttpRequest, RequestHandler } from './request-handler.ts'
import { headOf } from './request-text.ts'

export interface ConnectionPoolOptions {
  /** The value of the header `host`. */
  readonly host: string
  readonly maxConnections: number
  readonly maxHeadBytes: number
  readonly idleMs: number
  readonly dial: () => Promise<Socket>
}

export class ConnectionPool {
  readonly #options: ConnectionPoolOptions
  /** Every open connection. */
  readonly #open = new Set<HttpConnection>()
  /** The open connections without a request. The one used last is used first, so that others may close. */
  readonly #free: HttpConnection[] = []
  #waiting: ReadyRequest[] = []
  #dialing = 0
  #isClosing = false
  /** Resolve the promises of `close` and `destroy`. */
  readonly #whenEmpty: (() => void)[] = []

  constructor(options: ConnectionPoolOptions) {
    this.#options = options
  }

  send(request: HttpRequest, handler: RequestHandler): void {
    if (this.#isClosing) return handler.onError(httpError(closedEarly, 'the connections are closed'))
    try {
      this.#waiting.push({ head: headOf(request, this.#options.host), body: request.body, handler })
    } catch (error) {
      return handler.onError(error as Error)
    }
    this.#assign()
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
    const waiting = this.#waiting
    this.#waiting = []
    for (const { handler } of waiting) handler.onError(httpError(closedEarly, 'the connections are closed'))
    for (const connection of this.#open) connection.close()
    await this.#empty()
  }

  /** Gives free connections to waiting requests, and opens more if there are too few. */
  #assign(): void {
    while (this.#waiting.length > 0) {
      const connection = this.#free.pop()
      if (connection === undefined) break
      if (connection.isOpen) this.#use(connection)
    }
    while (this.#dialing < this.#waiting.length && this.#open.size + this.#dialing < this.#options.maxConnections) {
      this.#dialing++
      void this.#dial()
    }
  }

  /** Sends the first request that is still wanted. */
  #use(connection: HttpConnection): void {
    for (;;) {
      const next = this.#waiting.shift()
      if (next === undefined) return connection.rest()
      if (connection.send(next)) return
    }
  }

  async #dial(): Promise<void> {
    try {
      const socket = await this.#options.dial()
      if (socket.destroyed) throw httpError(closedEarly, 'the other side closed the connection')
      this.#dialing--
      this.#use(this.#connectionOn(socket))
    } catch (error) {
      this.#dialing--
      this.#waiting.shift()?.handler.onError(error as Error)
      this.#assign()
    }
    this.#checkEmpty()
  }

  #connectionOn(socket: Socket): HttpConnection {
    const connection = new HttpConnection(socket, {
      ...this.#options,
      onFree: (one) => this.#freed(one),
      onClosed: (one) => this.#closed(one),
    })
    this.#open.add(connection)
    return connection
  }

  #freed(connection: HttpConnection): void {
    if (this.#waiting.length > 0) return this.#use(connection)
    if (this.#isClosing) return connection.close()
    this.#free.push(connection)
  }

  #closed(connection: HttpConnection): void {
    this.#open.delete(connection)
    const at = this.#free.indexOf(connection)
    if (at >= 0) this.#free.splice(at, 1)
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
