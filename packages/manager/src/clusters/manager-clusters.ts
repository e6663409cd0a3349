/** The public interface to the remote clusters of a manager. */
import type { Cluster } from '@kubewright/controller'
import type { ClusterRegistry } from '@kubewright/controller/clusters'
import type { ConnectionInput } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import type { Standing } from '@kubewright/lease'
import type { ControllerState } from '../manager.ts'

/** How to reach a cluster. A transport stays open when its cluster is removed: its creator owns it. */
export type ClusterConnection = ConnectionInput | Transport

/**
 * A connection, or a function that resolves it, for example from a vault. An error of the function is shown in readiness, and it is
 * retried after a delay.
 */
export type ConnectionSource = ClusterConnection | (() => Promise<ClusterConnection>)

/** Options of an added cluster. */
export interface ClusterOptions {
  /** For controllers that select clusters by labels. @default none */
  readonly labels?: Readonly<Record<string, string>>
  /** Whether a problem with this cluster makes the process unready. Otherwise readiness only notes it. @default false */
  readonly required?: boolean
  /**
   * The UID of its namespace `kube-system`, if known: a connection that leads to another cluster is refused.
   *
   * @default the first it is found to have, for as long as the cluster is not removed
   */
  readonly identity?: string
  /**
   * For credentials that cannot read the namespace `kube-system`: a namespace they can read, whose label
   * `kubewright.dev/cluster-identity` gives the cluster identity. The identity is as trustworthy as the writers of that label.
   *
   * @default the UID of `kube-system` is read
   */
  readonly identityNamespace?: string
}

/** The connection state of a remote cluster. */
export type ClusterPhase =
  /** No response yet. */
  | 'connecting'
  | 'connected'
  /** The last check failed. The cache is stale; work resumes once the cluster responds again. */
  | 'away'
  /** It rejects the credentials, or does not allow them to read the namespace `kube-system`. */
  | 'unauthorized'
  /** No work is done there: the identity is not the expected one, the cluster has another name already, or the connection is invalid. */
  | 'refused'

/** The state of one cluster. */
export interface ClusterState {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly phase: ClusterPhase
  /** The UID of its namespace `kube-system`, once known. */
  readonly identity: string | undefined
  /** Why it is not connected. */
  readonly failure: unknown
  /** Latency of the last successful check. */
  readonly latencyMs: number | undefined
  /** The controllers that run there in this process. */
  readonly controllers: readonly ControllerState[]
  /** The replica that works on it, where replicas divide the clusters among them. */
  readonly standing?: Standing
}

/** A cluster that was added, connected or not. */
export interface AddedCluster {
  readonly name: string
  readonly state: ClusterState
  /**
   * Resolves once it is connected: it has responded, and its identity is the expected one. An unreachable cluster is retried forever.
   * Awaiting it is optional.
   *
   * Failure: `KW_MANAGER_CLUSTER_IDENTITY`, `KW_MANAGER_CLUSTER_TWICE`, `KW_MANAGER_CLUSTER_GONE` if it was removed first.
   */
  readonly connected: Promise<Cluster>
}

/** The clusters of a manager. They can be added and removed while it runs; before that they are only recorded. */
export interface ManagerClusters extends ClusterRegistry {
  /**
   * Adds a cluster without waiting for it: controllers that select it start there once it responds.
   *
   * Failure: `KW_MANAGER_CLUSTER_NAME` for a name that is taken or invalid, `KW_MANAGER_STATE` after the end, `KW_MANAGER_OPTION` for an unknown
   * option.
   */
  add(name: string, connection: ConnectionSource, options?: ClusterOptions): AddedCluster
  /**
   * Replaces the credentials or address of a cluster. Work on the old connection is aborted and resumes on the new one, which must lead
   * to the same cluster.
   *
   * Failure: `KW_MANAGER_CLUSTER_UNKNOWN`, `KW_MANAGER_STATE` after the end, `KW_MANAGER_OPTION` for an unknown option.
   */
  replace(name: string, connection: ConnectionSource, options?: ClusterOptions): AddedCluster
  /**
   * Removes a cluster: aborts its reconciles, blocks further writes, closes its watches and connections. Resolves once all that has
   * ended. Failure: `KW_MANAGER_CLUSTER_UNKNOWN`.
   */
  remove(name: string): Promise<void>
  /** Every cluster but home, connected or not, by name. */
  readonly states: readonly ClusterState[]
}
