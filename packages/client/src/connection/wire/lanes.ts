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
import { ConnectionPool } from '../http1/connection-pool.ts'
import type { TlsMaterial } from './tls-material.ts'

export interface LaneOptions {
  /** The value of the header `host`. */
  readonly host: string
  /** Monotonic time in milliseconds. */
  readonly now: () => number
  readonly maxConnections: number
  readonly maxStreams: number
  readonly dial: (material: TlsMaterial | undefined) => Promise<Socket | TLSSocket>
}

export interface Lanes {
  readonly unary: ConnectionPool
  readonly streams: ConnectionPool
}

/** Longer than most pauses between two reconciles, shorter than the 90 s after which an API server closes connections that are idle again. */
const idleConnectionMs = 60_000
/** Headers carry warnings and trace contexts; 16 KB, the default of Node, is easily exceeded. */
export const maxHeadBytes = 64 * 1024

export class LaneSwitch implements AsyncDisposable {
  readonly #options: LaneOptions
  #current: { readonly material: TlsMaterial | undefined; readonly lanes: Lanes } | undefined
  /** Lanes with requests in flight. */
  readonly #retired = new Set<Lanes>()

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** The lanes for connections opened with `material`. Use them synchronously: later they may be retired. */
  lanes(material: TlsMaterial | undefined): Lanes {
    if (this.#current && this.#current.material === material) return this.#current.lanes
    if (this.#current) this.#retire(this.#current.lanes)
    const { host, now, maxConnections, maxStreams, dial } = this.#options
    const common = { host, now, maxHeadBytes, idleMs: idleConnectionMs, dial: () => dial(material) }
    const lanes = {
      unary: new ConnectionPool({ ...common, maxConnections }),
      streams: new ConnectionPool({ ...common, maxConnections: maxStreams }),
    }
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
