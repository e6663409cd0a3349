/**
 * The clusters a program works on: home, where it runs and holds its lease, and any number of others that come and go while it
 * runs. A manager keeps the set; reconciles read it as `ctx.clusters`.
 */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { compileLabelSelector } from '@kubewright/core'

/** The name of the cluster a manager was created with. No other cluster can have it. */
export const homeCluster = 'home'

/** What is known of a cluster before it is connected: enough to choose by. */
export interface ClusterInfo {
  /** `home`, or the name it was added under. */
  readonly name: string
  /** Given when it was added; those of its Secret if it came from one. Home has none. */
  readonly labels: Readonly<Record<string, string>>
}

/** A cluster that is connected. Its client and cache end with it; a cluster that is re-keyed is a new value of the same name. */
export interface Cluster extends ClusterInfo {
  /** Writes are refused while this process may not act. They are seen by every read of `cache` that follows. */
  readonly client: Client
  /** What is followed of this cluster. Follow more with `cache.source(…)`, and dispose the hold when done. */
  readonly cache: Cache
  /** The UID of its namespace `kube-system`, by which Kubernetes clusters are told apart; nothing if nobody has asked yet. */
  readonly identity: string | undefined
  /** Aborted when the cluster was removed or got a new connection, and when the program stops. */
  readonly signal: AbortSignal
}

/** A change of the set. Re-keying a cluster is two: `removed` with the old value, then `added` with the new one. */
export interface ClusterChange {
  readonly type: 'added' | 'removed'
  readonly cluster: Cluster
}

/** A cluster that was added and cannot be used, or not yet. */
export interface AbsentCluster extends ClusterInfo {
  /** `refused`: it is another cluster than it should be, a second name of one, or its connection cannot be used. */
  readonly phase: 'connecting' | 'away' | 'unauthorized' | 'refused'
  /** The identity it was pinned to, or had when it was last connected. */
  readonly identity: string | undefined
  /** Why it cannot be used; nothing while the first answer is awaited. */
  readonly failure: unknown
}

/** The clusters that are connected now. */
export interface ClusterSet {
  readonly home: Cluster
  /** `undefined` if there is none of that name, or it is not connected. `find('home')` is home. */
  find(name: string): Cluster | undefined
  /** Home first, then the others by name. */
  list(): readonly Cluster[]
  /** Calls `listener` with every change from now on, until the result is disposed. Read `list()` for what there is already. */
  onChange(listener: (change: ClusterChange) => void): Disposable
}

/** The same, with those that are not connected. */
export interface ClusterRegistry extends ClusterSet {
  /** Those that were added and are not connected, by name. */
  absent(): readonly AbsentCluster[]
  /** Calls `listener` when `absent()` may have changed, until the result is disposed. */
  onAbsence(listener: () => void): Disposable
}

/**
 * The clusters whose objects a controller reconciles: home alone, all but home, home and all others, those with certain labels,
 * or those a function picks. Home has no labels; a function is asked about home as well.
 */
export type ClusterSelector =
  | 'home'
  | 'remote'
  | 'each'
  | { readonly labels: string }
  | ((cluster: ClusterInfo) => boolean)

/** Failure: `KW_CORE_LABEL_SELECTOR` for labels that cannot be read; what a function throws. */
export function selectsCluster(selector: ClusterSelector | undefined, { name, labels }: ClusterInfo): boolean {
  if (typeof selector === 'function') return selector({ name, labels })
  if (typeof selector === 'object') return compileLabelSelector(selector.labels)(labels)
  const isHome = name === homeCluster
  return selector === 'each' || (selector === 'remote' ? !isHome : isHome)
}

/** Home, for whoever runs a controller on one cluster that never goes. */
export function homeOn(client: Client, cache: Cache): Cluster {
  return { name: homeCluster, labels: {}, client, cache, identity: undefined, signal: new AbortController().signal }
}

/** The clusters of a program that has only one. */
export function homeAlone(home: Cluster): ClusterSet {
  return {
    home,
    find: (name) => (name === homeCluster ? home : undefined),
    list: () => [home],
    onChange: () => ({ [Symbol.dispose]: () => {} }),
  }
}
