/** A pool of connections to a server that is the test, for tests of `http1`. */
import { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { ConnectionPool } from '../http1/connection-pool.ts'
import type { RequestController, RequestHandler } from '../http1/request-handler.ts'

/** The client's end of a connection. The test is the server. */
export class FakeSocket extends Duplex {
  written = ''
  isReferenced = true
  timeoutMs = 0
  onRequest: (text: string) => void = () => {}

  override _read(): void {}

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.written += chunk.toString('latin1')
    done()
    this.onRequest(chunk.toString('latin1'))
  }

  ref(): this {
    this.isReferenced = true
    return this
  }

  unref(): this {
    this.isReferenced = false
    return this
  }

  setTimeout(ms: number): this {
    this.timeoutMs = ms
    return this
  }

  answer(text: string): void {
    this.push(Buffer.from(text, 'latin1'))
  }

  /** As the server closes a connection. */
  hangUp(): void {
    this.push(null)
  }
}

/** Records the events of one request. */
export class Sender implements RequestHandler {
  readonly events: string[] = []
  controller: RequestController | undefined
  isWanted = true
  hasRoom = true

  onRequestStart(controller: RequestController): boolean {
    this.controller = controller
    if (this.isWanted) this.events.push('start')
    return this.isWanted
  }

  onResponseStart(status: number): void {
    this.events.push(String(status))
  }

  onResponseData(chunk: Buffer): boolean {
    this.events.push(chunk.toString('latin1'))
    return this.hasRoom
  }

  onResponseEnd(): void {
    this.events.push('end')
  }

  onError(error: Error): void {
    this.events.push(`error ${(error as { code?: string }).code ?? error.message}`)
  }
}

/** A whole response. */
export const ok = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`
/** One turn of the event loop. */
export const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Long enough for a connection to become free after a response, and for whatever must not be written. */
export const settled = async () => {
  for (let turns = 0; turns < 5; turns++) await turn()
}

/** The clock of all pools. */
export const time = { nowMs: 0 }

/** A pool whose connections are fake sockets. */
export function poolOf(maxConnections = 10, dial?: () => Promise<Socket>) {
  const sockets: FakeSocket[] = []
  const connect = () => {
    const socket = new FakeSocket()
    sockets.push(socket)
    return socket as unknown as Socket
  }
  const options = { host: 'a', maxConnections, maxHeadBytes: 1_000, idleMs: 60_000, now: () => time.nowMs }
  const pool = new ConnectionPool({ ...options, dial: dial ?? (async () => connect()) })
  const send = (path = '/', method = 'GET', body?: string) => {
    const sender = new Sender()
    pool.send({ method, path, headers: [], body }, sender)
    return sender
  }
  return { pool, sockets, send, connect }
}
