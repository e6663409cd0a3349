/** The options of a manager and their defaults. */
import type { SourceOptions, SourceScope } from '@kubewright/cache'
import type { Client, ClientOptions, ConnectionInput } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import type { Controller, Runnable } from '@kubewright/controller'
import type { ControllerObserver, SharedWorkers, Tracing } from '@kubewright/controller/host'
import type { Clock, Duration, Logger } from '@kubewright/core'
import type { Ids, Random } from '@kubewright/core/random'
import type { Coordination } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { WebhookServerOptions } from '@kubewright/webhook'
import type { CertificateFiles } from '@kubewright/webhook/server'
import type { ClusterProvider } from './clusters/cluster-provider.ts'
import type { ConnectionSource } from './clusters/manager-clusters.ts'
import type { HealthCheck } from './health/health-check.ts'
import type { ManagerFlags } from './manager-flags.ts'
import type { MetricsAccess, PermissionPolicy } from './settings-table.ts'
import type { WebhookServerLike } from './webhook-server.ts'

/** The address of a service. */
export interface ServeOptions {
  /** 0 for any free port; `manager.endpoints` has the actual one. */
  readonly port: number
  /** @default all addresses inside a pod, `127.0.0.1` elsewhere */
  readonly host?: string
}

/** Address of the liveness and readiness probes, and custom health checks. */
export interface HealthOptions extends ServeOptions {
  /** By name. A failure makes Kubernetes restart the container. */
  readonly live?: Readonly<Record<string, HealthCheck>>
  /** By name. A failure removes the pod from its services. */
  readonly ready?: Readonly<Record<string, HealthCheck>>
}

/** Address of the metrics endpoint, its access control and TLS. */
export interface MetricsOptions extends ServeOptions {
  /**
   * Access to metrics: for everyone who can connect, or for tokens whose user the cluster allows to `get` the path `/metrics`. The
   * latter requires permission to create `tokenreviews` and `subjectaccessreviews`.
   *
   * @default 'open'; what `kubewright generate` installs sets 'authorized'
   */
  readonly access?: MetricsAccess
  /**
   * TLS for the port: none, with a self-signed certificate created at start that clients cannot verify, or with one from files that are
   * reloaded when they change. It applies to everything on the same port.
   *
   * @default none, or self-signed where access is 'authorized', so that no token is sent in clear
   */
  readonly tls?: 'none' | 'self-signed' | CertificateFiles
}

/** The scope and options with which all controllers watch a kind. */
export interface FollowedKind extends SourceScope, SourceOptions {
  readonly resource: Resource
}

/** What the caches of a manager watch: namespaces, and exceptions for individual kinds. */
export interface ManagerCacheOptions {
  /** Watch namespaced kinds in this namespace only. @default all namespaces */
  readonly namespace?: string
  /** Exceptions for individual kinds. */
  readonly kinds?: readonly FollowedKind[]
  /** Freezes every object, so that tests detect code that mutates one. @default false */
  readonly freezes?: boolean
}

/** The options of `createManager` besides the connection. */
interface CommonOptions {
  /** The controllers it runs from the start; `manager.add` adds more. */
  readonly controllers: readonly Controller[]
  /**
   * Remote clusters: by name, or from a provider such as `fromSecrets(…)`. `manager.clusters` adds and removes more. The start does not
   * wait for them.
   *
   * @default none
   */
  readonly clusters?: Readonly<Record<string, ConnectionSource>> | ClusterProvider | readonly ClusterProvider[]
  /**
   * Work to run beside controllers while the process may act, such as `replicate(…)` of `@kubewright/replication`.
   *
   * @default nothing
   */
  readonly runnables?: readonly Runnable[]
  /** Which processes may act: all, one leader, or the owner of a shard. @default alone() */
  readonly coordination?: Coordination
  /**
   * The number of concurrent reconciles of all controllers together, on each cluster. A free worker goes to the controller that has the
   * fewest. A controller never has more than its own `concurrency`.
   *
   * @default as many as the controllers' own, added up
   */
  readonly concurrency?: number
  /** A custom worker pool, for programs that control when a key is taken. @default by `concurrency` */
  readonly workers?: SharedWorkers
  /** Admission and conversion webhooks to serve, or a custom server. Every replica serves, leader or not. */
  readonly webhooks?: WebhookServerOptions | WebhookServerLike
  /**
   * The program's name, in events and as field manager of the manager's own writes.
   *
   * @default the name of the lease; 'kubewright' if there is none
   */
  readonly name?: string
  /** The name of this process in leases and events; a random suffix is appended. @default the host's name */
  readonly identity?: string
  /** Serves `/healthz` and `/readyz`. @default not at all */
  readonly health?: HealthOptions
  /** Serves `/metrics`. May share the port of `health`. @default not at all */
  readonly metrics?: MetricsOptions
  /** Serves CPU and heap profiles, by default on the loopback only. Do not expose it. @default not at all */
  readonly profiling?: ServeOptions
  /** How long reconciles may take to end after a stop. Then they are aborted. @default '30s' */
  readonly shutdownTimeout?: Duration
  /**
   * How long the start waits for the caches of all controllers to sync. After that the synced controllers start; the others join later.
   *
   * @default '2m'
   */
  readonly syncTimeout?: Duration
  /**
   * The check for missing permissions at start: `require` shows them in readiness and in the log, `warn` in the log only, `skip`
   * disables the check.
   *
   * @default 'require'
   */
  readonly permissions?: PermissionPolicy
  /** What the caches watch. @default the kinds of the controllers, in all namespaces */
  readonly cache?: ManagerCacheOptions
  /** @default JSON lines on standard error; a form for people if that is a terminal */
  readonly log?: Logger
  /** `openTelemetry()` of `@kubewright/manager/opentelemetry`. @default none */
  readonly tracing?: Tracing
  /** Observes controllers, beside the metrics. */
  readonly observer?: ControllerObserver
  /** Settings from the command line: `managerFlags()`. They override the environment, which overrides code. */
  readonly flags?: ManagerFlags
  /** The source of `KUBEWRIGHT_…` variables. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
  /** @default systemIds */
  readonly ids?: Ids
}

/** Options of a manager that creates its client. */
interface WithConnection {
  /** The result of `loadConfig()`, or a transport. The manager creates the client, and closes it. */
  readonly connection: ConnectionInput | Transport
  /**
   * Further options of the clients. `rateLimit` holds for each cluster: all clients of a cluster use it up together, except for leases,
   * which have the same rate for themselves. A `sharedRateLimit` holds for all clusters together, and leases have no limit then.
   */
  readonly clientOptions?: Omit<ClientOptions, 'clock' | 'random' | 'observer'>
  readonly client?: undefined
}

/** Options of a manager that uses a client of yours. */
interface WithClient {
  /**
   * A client of your own. It is used for everything, leases included, and is not closed; its requests are not in the manager's metrics.
   * A write is refused at the call while this process may not act; retries inside the client are not.
   */
  readonly client: Client
  readonly connection?: undefined
  readonly clientOptions?: undefined
}

/** Options of `createManager`: the controllers, and either a connection or a client. */
export type ManagerOptions = CommonOptions & (WithConnection | WithClient)
