/**
 * The clusters that objects are replicated to: named, with a verified identity; they can be added, removed and re-keyed at run time.
 *
 * `Peers` is the interface a replicator needs. `createPeers` keeps them in memory; other sources of clusters, such as a multi-cluster
 * manager, implement their own.
 */
import type { Client } from '@kubewright/client'
import { isValidName } from '@kubewright/core/object'
import { replicationErrors } from './errors.ts'
import { assertIdentity } from './names.ts'
import type { Outcome } from './outcome.ts'

/** A cluster that objects may be replicated to. */
export interface Peer {
  /** The name of the peer in destinations. */
  readonly name: string
  /** The required identity of the peer: the uid of its namespace kube-system. A connection to another cluster is not used. */
  readonly identity: string
  /** Needs only the permissions of `tenantManifests`. Owned by the caller: replication does not dispose it. */
  readonly client: Client
  /** Whether its replicas are being deleted before it is removed. @default false */
  readonly isLeaving?: boolean
}

/** A configured peer that is unavailable, or not connected yet. */
export interface AbsentPeer {
  readonly name: string
  /** `undefined` if it was never connected and its identity is not configured. */
  readonly identity: string | undefined
  /** Why; `undefined` while the first response is pending. */
  readonly problem: (Outcome & { readonly state: 'problem' }) | undefined
}

/** The peers of a replicator. */
export interface Peers {
  /** A changed peer is a new object. If several have the same identity, the first is used. */
  readonly all: readonly Peer[]
  /** Unavailable peers: their originals report why, and keep their finalizers. @default none */
  readonly absent?: readonly AbsentPeer[]
  /** Calls `listener` after each change. */
  subscribe(listener: () => void): Disposable
  /** Called when no object of this cluster is left at a leaving peer. */
  drained?(name: string): void
}

/** Peers kept in memory. */
export interface PeerSet extends Peers {
  /** Failure: `KW_REPLICATION_PEER`, `KW_REPLICATION_IDENTITY`. */
  add(peer: Omit<Peer, 'isLeaving'>): void
  /** Replaces the client: for a new credential or address of the same cluster. */
  rekey(name: string, client: Client): void
  /** Deletes all replicas there, then removes the peer. Resolves when none is left, or the peer was removed or abandoned. */
  leave(name: string): Promise<void>
  /** Removes the peer. Replicas stay there, and originals keep their finalizers until it returns or is abandoned. */
  remove(name: string): void
}

/**
 * An empty set of peers.
 *
 * @example
 * ```text
 * const peers = createPeers()
 * peers.add({ name: 'berlin', identity: '0f2c…', client: createClient(await loadConfig({ context: 'berlin' })) })
 * ```
 */
export function createPeers(): PeerSet {
  return new PeersInMemory()
}

class PeersInMemory implements PeerSet {
  readonly #peers = new Map<string, Peer>()
  readonly #listeners = new Set<() => void>()
  readonly #departures = new Map<string, PromiseWithResolvers<void>>()

  get all(): readonly Peer[] {
    return [...this.#peers.values()]
  }

  subscribe(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  add(peer: Omit<Peer, 'isLeaving'>): void {
    const { name, identity, client } = peer
    if (typeof name !== 'string' || !isValidName('dns1123Label', name))
      throw refused(name, 'its name is not a DNS label')
    if (this.#peers.has(name)) throw refused(name, 'there is a peer of that name', 'Use `rekey` to change its client.')
    if (typeof client !== 'object' || client === null) throw refused(name, 'it has no client')
    assertIdentity(identity, `the peer ${name}`)
    this.#set({ name, identity, client })
  }

  rekey(name: string, client: Client): void {
    this.#set({ ...this.#find(name), client })
  }

  async leave(name: string): Promise<void> {
    const known = this.#departures.get(name)
    if (known !== undefined) return known.promise
    const peer = this.#find(name)
    const departure = withResolvers()
    this.#departures.set(name, departure)
    this.#set({ ...peer, isLeaving: true })
    return departure.promise
  }

  remove(name: string): void {
    this.#find(name)
    this.#peers.delete(name)
    this.#departures.get(name)?.resolve()
    this.#departures.delete(name)
    this.#notify()
  }

  drained(name: string): void {
    if (this.#peers.get(name)?.isLeaving === true) this.remove(name)
  }

  #find(name: string): Peer {
    const peer = this.#peers.get(name)
    if (peer !== undefined) return peer
    const known = [...this.#peers.keys()].join(', ')
    const next = known === '' ? 'Add it with `add`: there are no peers yet.' : `The peers are: ${known}.`
    throw refused(name, 'there is no peer of that name', next)
  }

  #set(peer: Peer): void {
    this.#peers.set(peer.name, peer)
    this.#notify()
  }

  #notify(): void {
    for (const listener of Array.from(this.#listeners)) listener()
  }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>
  readonly resolve: () => void
}

function withResolvers(): PromiseWithResolvers<void> {
  let resolve!: () => void
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

function refused(
  name: unknown,
  why: string,
  next = "A peer looks like this: { name: 'berlin', identity, client }.",
): Error {
  return replicationErrors('KW_REPLICATION_PEER', {
    what: `change the peer ${JSON.stringify(name) ?? 'without a name'}`,
    why,
    next,
    details: { peer: name },
  })
}
