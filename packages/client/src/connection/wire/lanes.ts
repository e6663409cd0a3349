/**
 * The connections to one server, in two pools: one for short requests, one for streams. A stream occupies its connection while it lasts,
 * so with one pool, enough watches would leave no connection for a get.
 *
 * When the CA or client certificate changes, a new pair of pools is created; the old one takes no more requests and closes each
 * connection once idle, so nothing in flight is interrupted.
 *
 * See decision 0041.
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
  /** Whether a request on that lane waits for a connection. */
  readonly isNeeded: (lane: keyof Lanes) => boolean
}

export interface Lanes {
  readonly unary: Pool
  readonly streams: Pool
}

/** Longer than most pauses between two reconciles, shorter than the 90 s after which an API server closes idle connections. */
const idleConnectionMs = 60_000
/** Headers carry warnings and trace contexts; Node's default of 16 KB is easily exceeded. */
const maxHeaderBytes = 64 * 1024

export class LaneSwitch implements AsyncDisposable {
  readonly #options: LaneOptions
  #current: { readonly material: TlsMaterial | undefined; readonly lanes: Lanes } | undefined
  /** Lanes with requests in flight. */
  readonly #retired = new Set<Lanes>()

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** The lanes for connections opened with `material`. Use them synchronously: later they may be retired. */
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
 * When an exchange is aborted, undici opens a new connection for it before it notices. Only a synchronous refusal is safe: until the
 * callback is called, new requests may join those waiting for the connection.
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
    // Timeouts use the injected clock, which undici does not support.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
