/** A Kubernetes API server for one test, and the operations on it. */
import type { ApiServerOptions, Endpoint, User } from '@kubewright/apiserver'
import type { Client, ClientOptions } from '@kubewright/client'
import type { Controller } from '@kubewright/controller'
import type { Clock, Duration } from '@kubewright/core'
import type { ManagerCacheOptions } from '@kubewright/manager/settings'
import type { Simulation, SimulationOptions } from '@kubewright/simulation'
import type { CustomResourceDefinition } from '@kubewright/resource'
import type { CrdOptions } from '@kubewright/resource/crd'
import type { Webhook } from '@kubewright/webhook'
import type { ClusterAssertions } from './assertions.ts'
import type { ClusterFaults } from './cluster-faults.ts'
import type { Run } from './run-controllers.ts'
import type { SettleOptions } from './settle.ts'
import type { WriteWitness } from './write-witness.ts'

/** Options of `startCluster` and `startClusters`. */
export interface ClusterOptions {
  /** Custom resources that are installed at the start. */
  readonly resources?: readonly Definable[]
  /**
   * Admission and conversion webhooks of the cluster, called directly, without a socket or a certificate. Resources with several versions
   * are converted without being listed here.
   */
  readonly webhooks?: readonly Webhook[]
  /**
   * Whether the test advances the clock, or time passes by itself.
   *
   * @default 'virtual'
   */
  readonly time?: 'virtual' | 'real'
  /** The initial wall-clock time, under virtual time. @default '2026-01-01T00:00:00Z' */
  readonly start?: string
  /** The same seed gives the same ids, names and jitter. @default 'kubewright' */
  readonly seed?: number | string
  /** Also serves HTTPS on a free loopback port, for processes and tools. @default false, unless images are processes */
  readonly listens?: boolean
  /**
   * Whether the controllers of a cluster are simulated: Deployments create Pods, Pods run on Nodes, objects without an owner are garbage
   * collected. `settle` waits for them.
   *
   * @default false
   */
  readonly simulation?: boolean | ClusterSimulationOptions
  /**
   * Whether the watches of controllers are renewed every few minutes, as on a real server, until an hour has passed without a request; or
   * stay open as long as the cluster.
   *
   * @default 'renewed'
   */
  readonly watches?: 'renewed' | 'lasting'
  /** Further options of the API server. */
  readonly server?: Pick<
    ApiServerOptions,
    'users' | 'emptiesNamespaces' | 'allowsAnonymous' | 'auditPolicy' | 'disabledPlugins' | 'report' | 'servicePrefix'
  >
}

/** Options of the simulation. Clock, client and random source are the cluster's. */
export type ClusterSimulationOptions = Omit<
  SimulationOptions,
  'client' | 'clock' | 'random' | 'ids' | 'signal' | 'freezes'
>

/** A custom resource that can be installed: the result of `defineResource`. */
export interface Definable {
  readonly group: string
  readonly kind?: string
  readonly plural: string
  readonly versions?: readonly string[]
  crd(options?: CrdOptions): CustomResourceDefinition
  /** Only for resources with several versions. */
  convert?(object: unknown, version: string): object
}

/** A test's cluster: an in-process API server with clients, controllers, a clock, faults and assertions. */
export interface Cluster extends AsyncDisposable, ClusterAssertions {
  /** An administrator's client. Its default namespace is `default`. */
  readonly client: Client
  /** A client of another user, or with its own options. */
  clientFor(options?: ClusterClientOptions): Client
  /** The clock of the cluster, its clients and everything that joins it. */
  readonly clock: Clock
  /** Runs controllers on the cluster until the result is disposed. They share one cache. */
  run(...controllers: readonly Controller[]): Promise<Run>
  /** The same with options of the manager: `run(operator.controllers, { cache: operator.cache })`. */
  run(controllers: readonly Controller[], options?: RunOptions): Promise<Run>
  /** Waits until the cluster is idle. Lists the activity that remains when it gives up. */
  settle(options?: SettleOptions): Promise<void>
  /** Advances virtual time, and runs everything that becomes due. Time in which nothing happens costs next to nothing. */
  advance(duration: Duration): Promise<void>
  /** The simulation, if it was requested. */
  readonly simulation: Simulation | undefined
  /** Injects faults. */
  readonly faults: ClusterFaults
  /**
   * Calls `witness` around every write of this cluster's clients, until the result is disposed. Meanwhile writes are serialized. Requests
   * over HTTPS are not seen.
   */
  witnessWrites(witness: WriteWitness): Disposable
  /** The HTTPS endpoint, if the server listens. */
  readonly endpoint: Endpoint | undefined
}

/** Options of `cluster.run`, as `createManager` takes them. */
export interface RunOptions {
  /** What the caches watch. Objects are frozen, unless `freezes` is `false`. @default all namespaces, and every object of a kind */
  readonly cache?: ManagerCacheOptions
}

/** Options of `cluster.clientFor`. */
export interface ClusterClientOptions extends Omit<ClientOptions, 'clock' | 'random'> {
  /** The user of the requests. A bare name gets its implicit groups: `system:authenticated`, and those of service accounts. */
  readonly as?: string | User
}
