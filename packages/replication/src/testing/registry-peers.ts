/**
 * The clusters of a simulated manager, as seen by replication, and the peers that `ClusterPeers` derives from them: added, temporarily
 * absent, connected, re-keyed, removed.
 */
import type { Client } from '@kubewright/client'
import type { Cluster } from '@kubewright/controller'
import type { AbsentCluster, ClusterChange, ClusterRegistry } from '@kubewright/controller/clusters'
import { type Clock, silentLogger } from '@kubewright/core'
import { type Random, randomInt } from '@kubewright/core/random'
import { ClusterPeers } from '../cluster-peers.ts'
import type { Peer, PeerSet } from '../peers.ts'

interface Entry {
  readonly cluster: Cluster
  readonly end: AbortController
  isConnected: boolean
}

/** The maximum time to connect a cluster. */
const longestMs = 3_000

class SimulatedRegistry implements ClusterRegistry {
  readonly home = { name: 'home', labels: {} } as Cluster
  readonly #clock: Clock
  readonly #random: Random
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Set<(change: ClusterChange) => void>()
  readonly #absenceListeners = new Set<() => void>()

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  find(name: string): Cluster | undefined {
    const entry = this.#entries.get(name)
    return entry?.isConnected === true ? entry.cluster : undefined
  }

  list(): readonly Cluster[] {
    const connected = [...this.#entries.values()].filter(({ isConnected }) => isConnected)
    return [this.home, ...connected.map(({ cluster }) => cluster)]
  }

  absent(): readonly AbsentCluster[] {
    return [...this.#entries.values()].flatMap(({ isConnected, cluster: { name, labels, identity } }) =>
      isConnected ? [] : [{ name, labels, phase: 'connecting' as const, identity, failure: undefined }],
    )
  }

  onChange(listener: (change: ClusterChange) => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  onAbsence(listener: () => void): Disposable {
    this.#absenceListeners.add(listener)
    return { [Symbol.dispose]: () => void this.#absenceListeners.delete(listener) }
  }

  /** Ends any previous cluster of that name. Connects after a delay. */
  set(name: string, identity: string, client: Client): void {
    this.remove(name)
    const end = new AbortController()
    const cluster: Cluster = { name, labels: {}, identity, client, cache: undefined as never, signal: end.signal }
    const entry: Entry = { cluster, end, isConnected: false }
    this.#entries.set(name, entry)
    this.#tellAbsence()
    this.#clock.schedule(randomInt(this.#random, longestMs), () => {
      if (this.#entries.get(name) !== entry) return
      entry.isConnected = true
      this.#tell({ type: 'added', cluster })
    })
  }

  remove(name: string): void {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    this.#entries.delete(name)
    entry.end.abort(new Error('removed'))
    this.#tellAbsence()
    if (entry.isConnected) this.#tell({ type: 'removed', cluster: entry.cluster })
  }

  #tell(change: ClusterChange): void {
    for (const listener of this.#listeners) listener(change)
  }

  #tellAbsence(): void {
    for (const listener of this.#absenceListeners) listener()
  }
}

/** Like `createPeers`, backed by the clusters of a manager. */
export class RegistryPeers implements PeerSet {
  readonly #registry: SimulatedRegistry
  readonly #peers: ClusterPeers
  readonly #leaving = new Set<string>()

  constructor(clock: Clock, random: Random) {
    this.#registry = new SimulatedRegistry(clock, random)
    this.#peers = new ClusterPeers({ clusters: this.#registry, selector: 'remote', log: silentLogger })
    this.#peers.onDrained = (name) => {
      if (this.#leaving.has(name)) this.remove(name)
    }
    this.#peers.kindsKnown()
  }

  get all(): readonly Peer[] {
    return this.#peers.all
  }

  get absent() {
    return this.#peers.absent
  }

  subscribe(listener: () => void): Disposable {
    return this.#peers.subscribe(listener)
  }

  drained(name: string): void {
    this.#peers.drained(name)
  }

  add({ name, identity, client }: Peer): void {
    this.#registry.set(name, identity, client)
  }

  rekey(name: string, client: Client): void {
    const identity = this.#peers.identityOf(name)
    if (identity !== undefined) this.#registry.set(name, identity, client)
  }

  async leave(name: string): Promise<void> {
    this.#leaving.add(name)
    this.#depart()
  }

  remove(name: string): void {
    this.#leaving.delete(name)
    this.#depart()
    this.#registry.remove(name)
  }

  #depart(): void {
    this.#peers.depart(new Set(this.#leaving), new Set())
  }
}
