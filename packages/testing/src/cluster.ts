/** A Kubernetes API server of a test's own, and everything a test does with it. */
import type { ApiServerOptions, Endpoint, User } from '@kubewright/apiserver'
import type { Client, ClientOptions } from '@kubewright/client'
import type { Controller } from '@kubewright/controller'
import type { Clock, Duration } from '@kubewright/core'
import type { Simulation, SimulationOptions } from '@kubewright/simulation'
import type { CrdOptions, CustomResourceDefinition } from '@kubewright/resource'
import type { Webhook } from '@kubewright/webhook'
import type { ClusterAssertions } from './assertions.ts'
import type { ClusterFaults } from './cluster-faults.ts'
import type { Run } from './run-controllers.ts'
import type { SettleOptions } from './settle.ts'
import type { WriteWitness } from './write-witness.ts'

export interface ClusterOptions {
  /** Custom resources that are there from the start. */
  readonly resources?: readonly Definable[]
  /**
   * Admissions and conversions the cluster asks: function to function, without a socket or a certificate. Resources with
   * several versions are converted without being named here.
   */
  readonly webhooks?: readonly Webhook[]
  /**
   * Whether the cluster's time is moved by the test, or passes by itself.
   *
   * @default 'virtual'
   */
  readonly time?: 'virtual' | 'real'
  /** What the wall shows at first, under virtual time. @default '2026-01-01T00:00:00Z' */
  readonly start?: string
  /** The same seed gives the same ids, names and jitter. @default 'kubewright' */
  readonly seed?: number | string
  /** Also serves HTTPS on a free port of the loopback, for processes and tools. @default false, unless images are processes */
  readonly listens?: boolean
  /**
   * Whether the cluster does what a cluster does beside its API: deployments make pods, pods run on nodes, what has no owner
   * is collected. `settle` waits for it.
   *
   * @default false
   */
  readonly simulation?: boolean | ClusterSimulationOptions
  /**
   * Whether the watches of controllers are renewed every few minutes, as on a real server, or last as long as the cluster. Those that
   * last let days of virtual time pass in seconds.
   *
   * @default 'renewed'
   */
  readonly watches?: 'renewed' | 'lasting'
  /** For everything else the server can be told. */
  readonly server?: Pick<
    ApiServerOptions,
    'users' | 'emptiesNamespaces' | 'allowsAnonymous' | 'auditPolicy' | 'disabledPlugins' | 'report' | 'servicePrefix'
  >
}

/** What is simulated, and how. The clock, the client and chance are the cluster's. */
export type ClusterSimulationOptions = Omit<
  SimulationOptions,
  'client' | 'clock' | 'random' | 'ids' | 'signal' | 'freezes'
>

/** A custom resource that can be installed: what `defineResource` returns. */
export interface Definable {
  readonly group: string
  readonly kind?: string
  readonly plural: string
  readonly versions?: readonly string[]
  crd(options?: CrdOptions): CustomResourceDefinition
  /** Of those with several versions. */
  convert?(object: unknown, version: string): object
}

export interface Cluster extends AsyncDisposable, ClusterAssertions {
  /** As the administrator, in the namespace `default` where none is named. */
  readonly client: Client
  /** A client of somebody else, or with options of its own. */
  clientFor(options?: ClusterClientOptions): Client
  /** What the cluster, its clients and whatever joins it run on. */
  readonly clock: Clock
  /** Runs controllers on the cluster until the result is disposed. They share one cache. */
  run(...controllers: readonly Controller[]): Promise<Run>
  /** Waits until nothing moves, and explains what does when it gives up. */
  settle(options?: SettleOptions): Promise<void>
  /** Lets virtual time pass, and everything that comes due in it happen. */
  advance(duration: Duration): Promise<void>
  /** What the cluster does beside its API, if it was asked for. */
  readonly simulation: Simulation | undefined
  /** What goes wrong, when you want it to. */
  readonly faults: ClusterFaults
  /**
   * Calls `witness` around every write of the clients of this cluster, until the result is disposed. Meanwhile writes wait for each
   * other. Programs that came over HTTPS are not seen.
   */
  witnessWrites(witness: WriteWitness): Disposable
  /** Where it listens, if it does. */
  readonly endpoint: Endpoint | undefined
}

export interface ClusterClientOptions extends Omit<ClientOptions, 'clock' | 'random'> {
  /** Who calls. A name alone has the groups such a user has by itself: those of service accounts, of the authenticated. */
  readonly as?: string | User
}
