/** Adapts the clusters of a manager to the peers of a replicator. */
import type { Cluster } from '@kubewright/controller'
import {
  type ClusterSelector,
  type ClusterRegistry,
  homeCluster,
  selectsCluster,
} from '@kubewright/controller/clusters'
import type { Logger } from '@kubewright/core'
import { absentProblem } from './absent-problem.ts'
import type { AbsentPeer, Peer, Peers } from './peers.ts'

export interface ClusterPeersOptions {
  readonly clusters: ClusterRegistry
  readonly selector: ClusterSelector
  readonly log: Logger
}

export class ClusterPeers implements Peers, Disposable {
  readonly #options: ClusterPeersOptions
  readonly #listeners = new Set<() => void>()
  readonly #following: readonly Disposable[]
  /** The peer of each cluster, by name; kept while the cluster is unchanged. */
  readonly #peers = new Map<string, { readonly cluster: Cluster; readonly peer: Peer }>()
  #leaving: ReadonlySet<string> = new Set()
  #abandoned: ReadonlySet<string> = new Set()
  #hasKinds = false
  /** Called when no replica is left at a leaving peer. */
  onDrained: (name: string) => void = () => undefined

  constructor(options: ClusterPeersOptions) {
    this.#options = options
    const { clusters } = options
    this.#following = [clusters.onChange(() => this.tell()), clusters.onAbsence(() => this.tell())]
  }

  get all(): readonly Peer[] {
    const chosen = this.#options.clusters.list().filter((cluster) => this.#isChosen(cluster))
    const names = new Set(chosen.map(({ name }) => name))
    for (const name of this.#peers.keys()) if (!names.has(name)) this.#peers.delete(name)
    return chosen.flatMap((cluster) => this.#peerOf(cluster) ?? [])
  }

  get absent(): readonly AbsentPeer[] {
    return this.#options.clusters
      .absent()
      .filter((cluster) => this.#isChosen(cluster))
      .map((cluster) => ({ name: cluster.name, identity: cluster.identity, problem: absentProblem(cluster) }))
  }

  /** The identity of a cluster, whether or not it is a peer, as far as known. */
  identityOf(name: string): string | undefined {
    const { clusters } = this.#options
    return clusters.find(name)?.identity ?? clusters.absent().find((one) => one.name === name)?.identity
  }

  subscribe(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  /** Until all kinds are known, a peer cannot be considered drained. */
  drained(name: string): void {
    if (this.#hasKinds) this.onDrained(name)
  }

  /** Marks the replicator's list of kinds as complete. */
  kindsKnown(): void {
    if (this.#hasKinds) return
    this.#hasKinds = true
    this.tell()
  }

  /** Sets which peers are leaving gracefully, and which are abandoned. */
  depart(leaving: ReadonlySet<string>, abandoned: ReadonlySet<string>): void {
    const isSame = isSameSet(leaving, this.#leaving) && isSameSet(abandoned, this.#abandoned)
    this.#leaving = leaving
    this.#abandoned = abandoned
    if (!isSame) this.tell()
  }

  tell(): void {
    for (const listener of Array.from(this.#listeners)) listener()
  }

  [Symbol.dispose](): void {
    for (const one of this.#following) one[Symbol.dispose]()
  }

  #isChosen({ name, labels }: Pick<Cluster, 'name' | 'labels'>): boolean {
    if (name === homeCluster || this.#abandoned.has(name)) return false
    try {
      return selectsCluster(this.#options.selector, { name, labels })
    } catch (error) {
      this.#options.log.error('peer selector failed, the cluster is not used as a peer', { cluster: name, error })
      return false
    }
  }

  #peerOf(cluster: Cluster): Peer | undefined {
    const { name, identity, client } = cluster
    if (identity === undefined) return undefined
    const isLeaving = this.#leaving.has(name)
    const known = this.#peers.get(name)
    if (known?.cluster === cluster && (known.peer.isLeaving ?? false) === isLeaving) return known.peer
    const peer = { name, identity, client, isLeaving }
    this.#peers.set(name, { cluster, peer })
    return peer
  }
}

function isSameSet(one: ReadonlySet<string>, two: ReadonlySet<string>): boolean {
  return one.size === two.size && [...one].every((name) => two.has(name))
}
