/** The clusters of a manager beside home: what can be told, and what can be asked. */
import type { Cluster, ClusterRegistry } from '@kubewright/controller'
import type { ConnectionInput, Transport } from '@kubewright/client'
import type { Standing } from '@kubewright/lease'
import type { ControllerState } from '../manager.ts'

/** How a cluster is reached. A transport is not closed when its cluster goes: it belongs to whoever made it. */
export type ClusterConnection = ConnectionInput | Transport

/**
 * A connection, or a function that finds it, such as in a vault. What the function throws is shown in readiness, and it is called
 * again after a while.
 */
export type ConnectionSource = ClusterConnection | (() => Promise<ClusterConnection>)

/** What else is said of a cluster when it is added. */
export interface ClusterOptions {
  /** For controllers that select clusters by labels. @default none */
  readonly labels?: Readonly<Record<string, string>>
  /** Whether the process is not ready while something is wrong with this cluster. Otherwise readiness only notes it. @default false */
  readonly required?: boolean
  /**
   * The UID of its namespace `kube-system`, if you know it: a connection that leads elsewhere is refused.
   *
   * @default the first it is found to have, for as long as the cluster is not removed
   */
  readonly identity?: string
  /**
   * For credentials that may not read the namespace `kube-system`: a namespace they may read, whose label
   * `kubewright.dev/cluster-identity` says which cluster it is in. Whoever may write that label vouches for it.
   *
   * @default the UID of `kube-system` is read
   */
  readonly identityNamespace?: string
}

export type ClusterPhase =
  /** Nobody has answered yet. */
  | 'connecting'
  | 'connected'
  /** The last question was not answered. What is cached is the past; everything goes on when it answers again. */
  | 'away'
  /** It does not accept the credentials, or does not let them read the namespace `kube-system`. */
  | 'unauthorized'
  /** Nothing is done there: it is another cluster than it should be, a second name of one, or its connection cannot be used. */
  | 'refused'

/** How one cluster stands. */
export interface ClusterState {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly phase: ClusterPhase
  /** The UID of its namespace `kube-system`, once it is known. */
  readonly identity: string | undefined
  /** Why it is not connected. */
  readonly failure: unknown
  /** How long it took to answer the last question that it did answer. */
  readonly latencyMs: number | undefined
  /** Those that work there in this process. */
  readonly controllers: readonly ControllerState[]
  /** Which replica works on it, where they divide the clusters among them. */
  readonly standing?: Standing
}

/** A cluster that was added, connected or not. */
export interface AddedCluster {
  readonly name: string
  readonly state: ClusterState
  /**
   * Resolves once it is connected: it has answered, and is the cluster it should be. A cluster that is away is tried again for
   * ever. Nobody has to wait for it.
   *
   * Failure: `KW_MANAGER_CLUSTER_IDENTITY`, `KW_MANAGER_CLUSTER_TWICE`, `KW_MANAGER_CLUSTER_GONE` if it was removed first.
   */
  readonly connected: Promise<Cluster>
}

/** The clusters of a manager. They come and go while it runs; before it runs they are only noted. */
export interface ManagerClusters extends ClusterRegistry {
  /**
   * One more cluster. Nothing waits for it: controllers that select it begin there when it answers.
   *
   * Failure: `KW_MANAGER_CLUSTER_NAME` for a name that is taken or is none, `KW_MANAGER_STATE` after the end.
   */
  add(name: string, connection: ConnectionSource, options?: ClusterOptions): AddedCluster
  /**
   * New credentials or a new address for a cluster. Work on the old connection is aborted, and resumes on the new one. It has to
   * lead to the same cluster.
   *
   * Failure: `KW_MANAGER_CLUSTER_UNKNOWN`, `KW_MANAGER_STATE` after the end.
   */
  replace(name: string, connection: ConnectionSource, options?: ClusterOptions): AddedCluster
  /**
   * Lets a cluster go: its reconciles are aborted, nothing more is written there, its watches and connections are closed.
   * Resolves once all that has ended. Failure: `KW_MANAGER_CLUSTER_UNKNOWN`.
   */
  remove(name: string): Promise<void>
  /** Every cluster but home, connected or not, by name. */
  readonly states: readonly ClusterState[]
}
