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

export interface LaneOptions {
  readonly origin: string
  readonly maxConnections: number
  readonly maxStreams: number
  readonly allowH2: boolean
  readonly dial: (material: TlsMaterial | undefined, alpn: readonly string[]) => Promise<Socket | TLSSocket>
}

export interface Lanes {
  readonly unary: Pool
  readonly streams: Pool
}

/** Longer than most pauses between two reconciles, shorter than the 90 s after which an API server hangs up. */
const idleConnectionMs = 60_000
/** Warnings and trace contexts come in headers; Node's default of 16 KB is soon full. */
const maxHeaderBytes = 64 * 1024
/** What API servers allow on one HTTP/2 connection. */
const h2Streams = 100

export class LaneSwitch implements AsyncDisposable {
  readonly #options: LaneOptions
  #current: { readonly material: TlsMaterial | undefined; readonly lanes: Lanes } | undefined
  /** Lanes that still have something under way. */
  readonly #retired = new Set<Lanes>()

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** The lanes for connections opened with `material`. */
  async lanes(material: TlsMaterial | undefined): Promise<Lanes> {
    const { Client, Pool } = await import('undici') // late: whoever has another transport does not pay for this one
    if (this.#current && this.#current.material === material) return this.#current.lanes
    const { origin, maxConnections, maxStreams } = this.#options
    const newPool = (connections: number) =>
      new Pool(origin, {
        connections,
        factory: (url) => newClient(Client, url, this.#options, material),
      })
    this.#retire()
    const lanes = { unary: newPool(maxConnections), streams: newPool(maxStreams) }
    this.#current = { material, lanes }
    return lanes
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#retired, ...(this.#current ? [this.#current.lanes] : [])]
    await Promise.all(all.flatMap(({ unary, streams }) => [unary.destroy(), streams.destroy()]))
  }

  #retire(): void {
    const lanes = this.#current?.lanes
    if (!lanes) return
    this.#retired.add(lanes)
    const forget = () => this.#retired.delete(lanes)
    Promise.all([lanes.unary.close(), lanes.streams.close()]).then(forget, forget)
  }
}

type ClientClass = typeof Client

function newClient(Client: ClientClass, url: URL, { allowH2, dial }: LaneOptions, material: TlsMaterial | undefined) {
  const connect: buildConnector.connector = (_, done) => {
    const alpn = allowH2 ? ['h2', 'http/1.1'] : ['http/1.1']
    dial(material, alpn).then(
      (socket) => {
        // Several requests share an HTTP/2 connection; on HTTP/1.1 each would wait for the one before it.
        client.pipelining = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2' ? h2Streams : 1
        done(null, socket)
      },
      (error: Error) => done(error, null),
    )
  }
  const client: Client = new Client(url, {
    connect,
    allowH2,
    maxHeaderSize: maxHeaderBytes,
    maxConcurrentStreams: h2Streams,
    keepAliveTimeout: idleConnectionMs,
    keepAliveMaxTimeout: idleConnectionMs,
    // Time comes from the clock we are given; undici has none to be given.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return client
}
