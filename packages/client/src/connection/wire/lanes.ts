/**
 * The connections to one server, in two lanes: one for requests that end soon, one for streams. A stream holds its
 * connection for as long as it lasts, so if both shared a lane, enough watches would leave no connection for a get.
 *
 * When CA or client certificate change there is a new pair of lanes; the old one takes no more requests and closes each
 * connection as it falls idle, so nothing under way is cut.
 */
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { buildConnector, Client, Pool } from 'undici'
import type { TlsMaterial } from './tls-material.ts'
import type { Undici } from './undici.ts'

export interface LaneOptions {
  readonly origin: string
  readonly maxConnections: number
  readonly maxStreams: number
  readonly dial: (material: TlsMaterial | undefined) => Promise<Socket | TLSSocket>
  /** Whether anything on that lane waits for a connection. */
  readonly isNeeded: (lane: keyof Lanes) => boolean
}

export interface Lanes {
  readonly unary: Pool
  readonly streams: Pool
}

/** Longer than most pauses between two reconciles, shorter than the 90 s after which an API server hangs up. */
const idleConnectionMs = 60_000
/** Warnings and trace contexts come in headers; Node's default of 16 KB is soon full. */
const maxHeaderBytes = 64 * 1024

export class LaneSwitch implements AsyncDisposable {
  readonly #options: LaneOptions
  #current: { readonly material: TlsMaterial | undefined; readonly lanes: Lanes } | undefined
  /** Lanes that still have something under way. */
  readonly #retired = new Set<Lanes>()

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /**
   * The lanes for connections opened with `material`. Use them in the same turn: in the next one they may be retired.
   */
  lanes(undici: Pick<Undici, 'Client' | 'Pool'>, material: TlsMaterial | undefined): Lanes {
    if (this.#current && this.#current.material === material) return this.#current.lanes
    if (this.#current) this.#retire(this.#current.lanes)
    const { origin, maxConnections, maxStreams, dial, isNeeded } = this.#options
    const newPool = (lane: keyof Lanes, connections: number) => {
      const connect = connectorOf(
        () => dial(material),
        () => isNeeded(lane),
      )
      return new undici.Pool(origin, { connections, factory: (url) => newClient(undici.Client, url, connect) })
    }
    const lanes = { unary: newPool('unary', maxConnections), streams: newPool('streams', maxStreams) }
    this.#current = { material, lanes }
    return lanes
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#retired, ...(this.#current ? [this.#current.lanes] : [])]
    await Promise.all(all.flatMap(({ unary, streams }) => [unary.destroy(), streams.destroy()]))
  }

  #retire(lanes: Lanes): void {
    this.#retired.add(lanes)
    const forget = () => this.#retired.delete(lanes)
    Promise.all([lanes.unary.close(), lanes.streams.close()]).then(forget, forget)
  }
}

/**
 * When an exchange is aborted, undici opens a new connection for it before it notices that nobody wants it. Only a
 * synchronous no is safe: until the callback is called, new requests may join those that wait for the connection.
 */
function connectorOf(dial: () => Promise<Socket | TLSSocket>, isNeeded: () => boolean): buildConnector.connector {
  return (_, done) => {
    if (!isNeeded()) return done(new Error('no connection is needed'), null)
    dial().then(
      (socket) => done(null, socket),
      (error: Error) => done(error, null),
    )
  }
}

function newClient(Constructor: typeof Client, url: URL, connect: buildConnector.connector): Client {
  return new Constructor(url, {
    connect,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: idleConnectionMs,
    keepAliveMaxTimeout: idleConnectionMs,
    // Time comes from the clock we are given; undici has none to be given.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
