/** Several clusters in one process, under one clock, and the network between them. */
import type { Client, ConnectionInput, Transport } from '@kubewright/client'
import type { Controller } from '@kubewright/controller'
import type { Clock, Duration } from '@kubewright/core'
import type { ManagerOptions } from '@kubewright/manager'
import type { Cluster, ClusterClientOptions } from '../cluster.ts'
import type { Run } from '../run-controllers.ts'
import type { SettleOptions } from '../settle.ts'
import type { ClusterLink } from './cluster-link.ts'

/** Where controllers run, and what they reach. */
export interface ClustersRunOptions<Name extends string = string>
  extends Partial<Pick<ManagerOptions, 'coordination' | 'identity' | 'concurrency' | 'runnables'>> {
  /** The cluster the program runs in. @default the first */
  readonly home?: Name
  /** The other clusters it works on: their names, or a provider. @default all but home */
  readonly clusters?: readonly Name[] | ManagerOptions['clusters']
}

/** Who calls from one cluster to another. */
export interface LinkedAs {
  /** @default the administrator */
  readonly as?: ClusterClientOptions['as']
}

/** Clusters that stand beside each other. */
export interface Clusters<Name extends string = string> extends AsyncDisposable {
  readonly names: readonly Name[]
  /** One of them, with everything a single cluster of a test has. Failure: `KW_TESTING_CLUSTER`. */
  cluster(name: Name): Cluster
  /** The network between two of them. */
  link(one: Name, two: Name): ClusterLink
  /** How a program in `from` reaches the API server of `to`: over their link. */
  transport(from: Name, to: Name, options?: LinkedAs): Transport
  /** A client of a program in `from` for the API server of `to`. */
  clientFor(from: Name, to: Name, options?: ClusterClientOptions): Client
  /** A kubeconfig for programs in `from` that leads to `to`. Only `connect` understands its address. */
  kubeconfig(from: Name, to: Name, options?: { readonly as?: string }): string
  /** From the connection of such a kubeconfig to the transport: `fromSecrets({ …, connect: clusters.connect })`. */
  readonly connect: (connection: ConnectionInput) => Transport
  /** Runs controllers in a manager at home that works on the others as well, until the result is disposed. */
  run(options: ClustersRunOptions<Name>, ...controllers: readonly Controller[]): Promise<Run>
  /** What all of them run on. */
  readonly clock: Clock
  /** Waits until nothing moves in any of them. */
  settle(options?: SettleOptions): Promise<void>
  /** Lets virtual time pass, in all of them. */
  advance(duration: Duration): Promise<void>
}
