/**
 * The clusters a program works on: home, where it runs and holds its lease, and any number of remote clusters that may be added and
 * removed at run time. The manager maintains the set; reconciles read it as `ctx.clusters`.
 */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { compileLabelSelector } from '@kubewright/core/selectors'

/** The name of the cluster a manager was created with. No other cluster can have it. */
export const homeCluster = 'home'

/** The facts about a cluster that are available before it is connected, for selection. */
export interface ClusterInfo {
  /** `home`, or the name it was added under. */
  readonly name: string
  /** Given when it was added; the labels of its Secret if it came from one. Home has none. */
  readonly labels: Readonly<Record<string, string>>
}

/** A connected cluster. Its client and cache end with it; a re-keyed cluster is a new value of the same name. */
export interface Cluster extends ClusterInfo {
  /** Writes are refused while this process may not act. Later reads of `cache` see them. */
  readonly client: Client
  /** The cache of this cluster. Watch more kinds with `cache.source(…)`, and dispose the hold when done. */
  readonly cache: Cache
  /** The UID of its namespace `kube-system`, the usual identity of a Kubernetes cluster; `undefined` until it has been read. */
  readonly identity: string | undefined
  /** Aborted when the cluster is removed or reconnected, and when the program stops. */
  readonly signal: AbortSignal
}

/** A change of the set. Re-keying a cluster emits two: `removed` with the old value, then `added` with the new one. */
export interface ClusterChange {
  readonly type: 'added' | 'removed'
  readonly cluster: Cluster
}

/** A cluster that was added and is not connected. */
export interface AbsentCluster extends ClusterInfo {
  /** `refused`: its identity is not the expected one, it duplicates another cluster, or its connection is invalid. */
  readonly phase: 'connecting' | 'away' | 'unauthorized' | 'refused'
  /** The identity it was pinned to, or had when it was last connected. */
  readonly identity: string | undefined
  /** Why it cannot be used; `undefined` while the first response is pending. */
  readonly failure: unknown
}

/** The clusters that are connected now. */
export interface ClusterSet {
  readonly home: Cluster
  /** `undefined` if there is none of that name, or it is not connected. `find('home')` is home. */
  find(name: string): Cluster | undefined
  /** Home first, then the others by name. */
  list(): readonly Cluster[]
  /** Calls `listener` with every later change, until the result is disposed. Read `list()` for the current clusters. */
  onChange(listener: (change: ClusterChange) => void): Disposable
}

/** A cluster set that also reports the clusters that are not connected. */
export interface ClusterRegistry extends ClusterSet {
  /** Clusters that were added and are not connected, by name. */
  absent(): readonly AbsentCluster[]
  /** Calls `listener` when `absent()` may have changed, until the result is disposed. */
  onAbsence(listener: () => void): Disposable
}

/**
 * The clusters whose objects a controller reconciles: home alone, all but home, home and all others, those with certain labels,
 * or those a function selects. Home has no labels; a function is called for home as well.
 */
export type ClusterSelector =
  | 'home'
  | 'remote'
  | 'each'
  | { readonly labels: string }
  | ((cluster: ClusterInfo) => boolean)

/** Failure: `KW_CORE_LABEL_SELECTOR` for an invalid label selector; any error the function throws. */
export function selectsCluster(selector: ClusterSelector | undefined, { name, labels }: ClusterInfo): boolean {
  if (typeof selector === 'function') return selector({ name, labels })
  if (typeof selector === 'object') return compileLabelSelector(selector.labels)(labels)
  const isHome = name === homeCluster
  return selector === 'each' || (selector === 'remote' ? !isHome : isHome)
}

/** A home cluster for a controller that runs on one permanent cluster. */
export function homeOn(client: Client, cache: Cache): Cluster {
  return { name: homeCluster, labels: {}, client, cache, identity: undefined, signal: new AbortController().signal }
}

/** The cluster set of a single-cluster program. */
export function homeAlone(home: Cluster): ClusterSet {
  return {
    home,
    find: (name) => (name === homeCluster ? home : undefined),
    list: () => [home],
    onChange: () => ({ [Symbol.dispose]: () => {} }),
  }
}
