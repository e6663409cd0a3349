/**
 * Bounds the connections of a server. A new connection evicts the longest-idle one if there are too many, so that a probe gets
 * through however many are idle: one of the same peer if that is at its limit, otherwise one of the peer with most idle ones.
 *
 * Guarantees
 * - No peer has more than `perPeer` connections, and all together no more than `total`.
 * - A connection is never evicted between its request and the writing of the response.
 *
 * See decision 0280.
 */
import { isIPv6 } from 'node:net'
import { addressBytes } from '@kubewright/core/certificates'

export interface ConnectionLimits {
  readonly perPeer: number
  readonly total: number
}

/** The part of a socket that is used. */
export interface Connection {
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}

interface Peer {
  /** Longest idle first. */
  readonly idle: Map<string, Connection>
  readonly busy: Map<string, Connection>
}

export class ConnectionLimiter {
  readonly #limits: ConnectionLimits
  readonly #peers = new Map<string, Peer>()
  #total = 0

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#total
  }

  /** Accepts a new connection, evicting another if there are too many; rejects it if all others are busy. */
  add(connection: Connection): void {
    const [name, key] = [peerOf(connection), keyOf(connection)]
    const peer = this.#peers.get(name) ?? { idle: new Map(), busy: new Map() }
    const isPeerFull = sizeOf(peer) >= this.#limits.perPeer
    const isFull = this.#total >= this.#limits.total
    if (isPeerFull && !this.#closeOne(name, peer)) return void connection.destroy()
    if (isFull && !isPeerFull && !this.#closeOneOfLargest()) return void connection.destroy()
    this.#peers.set(name, peer)
    peer.idle.set(key, connection)
    this.#total++
    connection.once('close', () => this.#remove(name, key, connection))
  }

  /** A request has arrived: the connection is not evicted until it is answered. */
  begin(connection: Connection): void {
    this.#move(connection, 'idle', 'busy')
  }

  /** The connection is idle again. */
  end(connection: Connection): void {
    this.#move(connection, 'busy', 'idle')
  }

  #move(connection: Connection, from: keyof Peer, to: keyof Peer): void {
    const peer = this.#peers.get(peerOf(connection))
    const key = keyOf(connection)
    const found = peer?.[from].get(key)
    if (peer === undefined || found === undefined) return
    peer[from].delete(key)
    peer[to].set(key, found)
  }

  #closeOneOfLargest(): boolean {
    const bySize = [...this.#peers].sort(([, one], [, two]) => two.idle.size - one.idle.size)
    const [largest] = bySize
    return largest !== undefined && this.#closeOne(...largest)
  }

  #closeOne(name: string, peer: Peer): boolean {
    const [oldest] = peer.idle
    if (oldest === undefined) return false
    const [key, connection] = oldest
    this.#remove(name, key, connection)
    connection.destroy()
    return true
  }

  #remove(name: string, key: string, connection: Connection): void {
    const peer = this.#peers.get(name)
    const place = peer?.idle.get(key) === connection ? peer.idle : peer?.busy
    if (peer === undefined || place?.get(key) !== connection) return // evicted: the close event comes second
    place.delete(key)
    this.#total--
    if (sizeOf(peer) === 0) this.#peers.delete(name)
  }
}

function sizeOf({ idle, busy }: Peer): number {
  return idle.size + busy.size
}

function keyOf({ remoteAddress = '', remotePort = 0 }: Connection): string {
  return `${remoteAddress} ${remotePort}`
}

/** An IPv6 /64 counts as one peer: its owner controls all of its addresses. */
function peerOf({ remoteAddress = '' }: Connection): string {
  const address = remoteAddress.replace(/^::ffff:(?=[\d.]+$)/, '').replace(/%.*$/, '')
  return isIPv6(address) ? Buffer.from(addressBytes(address).subarray(0, 8)).toString('hex') : address
}
