/** Several clusters in one process, under one clock, and the network between them. */
import type { Client, ConnectionInput } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import type { Controller } from '@kubewright/controller'
import type { Clock, Duration } from '@kubewright/core'
import type { ManagerOptions } from '@kubewright/manager'
import type { Cluster, ClusterClientOptions } from '../cluster/cluster.ts'
import type { Run } from '../cluster/run-controllers.ts'
import type { SettleOptions } from '../cluster/settle.ts'
import type { ClusterLink } from './cluster-link.ts'

/** Which cluster the controllers run in, and which clusters they reach. */
export interface ClustersRunOptions<Name extends string = string>
  extends Partial<Pick<ManagerOptions, 'cache' | 'coordination' | 'identity' | 'concurrency' | 'runnables'>> {
  /** The cluster the program runs in. @default the first */
  readonly home?: Name
  /** The other clusters it works on: their names, or a provider. @default all but home */
  readonly clusters?: readonly Name[] | ManagerOptions['clusters']
}

/** The user of requests from one cluster to another. */
export interface LinkedAs {
  /** @default the administrator */
  readonly as?: ClusterClientOptions['as']
}

/** Clusters that share one clock and are connected by links. */
export interface Clusters<Name extends string = string> extends AsyncDisposable {
  readonly names: readonly Name[]
  /** One of the clusters. Failure: `KW_TESTING_CLUSTER`. */
  cluster(name: Name): Cluster
  /** The network between two clusters. */
  link(one: Name, two: Name): ClusterLink
  /** The transport of a program in `from` to the API server of `to`, over their link. */
  transport(from: Name, to: Name, options?: LinkedAs): Transport
  /** The client of a program in `from` for the API server of `to`. */
  clientFor(from: Name, to: Name, options?: ClusterClientOptions): Client
  /** A kubeconfig for programs in `from` that points to `to`. Only `connect` understands its address. */
  kubeconfig(from: Name, to: Name, options?: { readonly as?: string }): string
  /** Opens a transport from such a kubeconfig: `fromSecrets({ …, connect: clusters.connect })`. */
  readonly connect: (connection: ConnectionInput) => Transport
  /**
   * Runs controllers in a manager in `home` that also works on the other clusters, until the result is disposed.
   *
   * Failure: `KW_TESTING_RUN` without options.
   */
  run(options: ClustersRunOptions<Name>, ...controllers: readonly Controller[]): Promise<Run>
  /** The clock of all clusters. */
  readonly clock: Clock
  /** Waits until all clusters are idle. */
  settle(options?: SettleOptions): Promise<void>
  /** Advances virtual time in all clusters. */
  advance(duration: Duration): Promise<void>
}
