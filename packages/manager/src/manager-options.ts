/** What a manager can be told, and what it does if it is not. */
import type { SourceOptions, SourceScope } from '@kubewright/cache'
import type { Client, ClientOptions, ConnectionInput, Transport } from '@kubewright/client'
import type { Controller, ControllerObserver, Runnable, SharedWorkers, Tracing } from '@kubewright/controller'
import type { Clock, Duration, Ids, Logger, Random } from '@kubewright/core'
import type { Coordination } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { CertificateFiles, WebhookServerOptions } from '@kubewright/webhook'
import type { ClusterProvider } from './clusters/cluster-provider.ts'
import type { ConnectionSource } from './clusters/manager-clusters.ts'
import type { HealthCheck } from './health/health-check.ts'
import type { ManagerFlags } from './manager-flags.ts'
import type { MetricsAccess, PermissionPolicy } from './settings-table.ts'
import type { WebhookServerLike } from './webhook-server.ts'

/** Where something is served. */
export interface ServeOptions {
  /** 0 for any free port; `manager.endpoints` says which. */
  readonly port: number
  /** @default all addresses inside a pod, `127.0.0.1` elsewhere */
  readonly host?: string
}

export interface HealthOptions extends ServeOptions {
  /** By name. One that fails makes Kubernetes start the container anew. */
  readonly live?: Readonly<Record<string, HealthCheck>>
  /** By name. One that fails takes the pod out of its services. */
  readonly ready?: Readonly<Record<string, HealthCheck>>
}

export interface MetricsOptions extends ServeOptions {
  /**
   * Who may read them: everybody who can connect, or those with a token whom the cluster lets `get` the path `/metrics`. Then the
   * program itself has to be let to create `tokenreviews` and `subjectaccessreviews`.
   *
   * @default 'open'; what `kubewright generate` installs sets 'authorized'
   */
  readonly access?: MetricsAccess
  /**
   * How the port speaks TLS: not at all, with a certificate that is made at the start and that nobody can check, or with one
   * from files, which are read again when they change. What shares the port speaks it as well.
   *
   * @default none, or self-signed where access is 'authorized', so that no token is sent in clear
   */
  readonly tls?: 'none' | 'self-signed' | CertificateFiles
}

/** Which part of a kind is followed, by all controllers, and how it is held. */
export interface FollowedKind extends SourceScope, SourceOptions {
  readonly resource: Resource
}

export interface ManagerCacheOptions {
  /** Namespaced kinds are followed in this namespace only. @default all namespaces */
  readonly namespace?: string
  /** What differs for some kinds. */
  readonly kinds?: readonly FollowedKind[]
  /** Freezes every object, so that a test finds whoever changes one. @default false */
  readonly freezes?: boolean
}

interface CommonOptions {
  readonly controllers: readonly Controller[]
  /**
   * Other clusters than home: by name, or from a provider such as `fromSecrets(…)`. `manager.clusters` adds and removes more.
   * Nothing waits for them.
   *
   * @default none
   */
  readonly clusters?: Readonly<Record<string, ConnectionSource>> | ClusterProvider | readonly ClusterProvider[]
  /**
   * What runs beside controllers while the process may act, such as `replicate(…)` of `@kubewright/replication`.
   *
   * @default nothing
   */
  readonly runnables?: readonly Runnable[]
  /** Who may act: everybody, one leader, or the owner of a shard. @default alone() */
  readonly coordination?: Coordination
  /**
   * How many reconciles may run at once, of all controllers together, on each cluster. A worker that is free goes to the controller that has the
   * fewest. A controller never has more than its own `concurrency`.
   *
   * @default as many as the controllers' own, added up
   */
  readonly concurrency?: number
  /** Who lends workers to the controllers, for those who decide themselves when a key is taken. @default by `concurrency` */
  readonly workers?: SharedWorkers
  /** Admission and conversion: what to serve, or a server of your own. Every replica serves, whoever leads. */
  readonly webhooks?: WebhookServerOptions | WebhookServerLike
  /**
   * The program's name, in events and as field manager of what the manager itself writes.
   *
   * @default the name of the lease; 'kubewright' if there is none
   */
  readonly name?: string
  /** What this process is called in leases and events; a number drawn at the start follows it. @default the host's name */
  readonly identity?: string
  /** Serves `/healthz` and `/readyz`. @default not at all */
  readonly health?: HealthOptions
  /** Serves `/metrics`. May share the port of `health`. @default not at all */
  readonly metrics?: MetricsOptions
  /** Serves CPU and heap profiles, on the loopback unless told otherwise. Never open it to others. @default not at all */
  readonly profiling?: ServeOptions
  /** How long reconciles may take to end once the process is told to stop. Then they are aborted. @default '30s' */
  readonly shutdownTimeout?: Duration
  /**
   * How long controllers wait, at the start, for those that do not follow everything yet. Then they begin without them; who
   * comes later joins.
   *
   * @default '2m'
   */
  readonly syncTimeout?: Duration
  /**
   * Whether the server is asked for missing permissions at the start: `require` shows them in readiness and in the log,
   * `warn` in the log alone, `skip` does not ask.
   *
   * @default 'require'
   */
  readonly permissions?: PermissionPolicy
  readonly cache?: ManagerCacheOptions
  /** @default JSON lines on standard error; a form for people if that is a terminal */
  readonly log?: Logger
  /** `openTelemetry()` of `@kubewright/manager/opentelemetry`. @default none */
  readonly tracing?: Tracing
  /** Hears what controllers do, beside the metrics. */
  readonly observer?: ControllerObserver
  /** What was set on the command line: `managerFlags()`. It counts more than the environment, and that more than code. */
  readonly flags?: ManagerFlags
  /** Where `KUBEWRIGHT_…` variables are read. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
  /** @default systemIds */
  readonly ids?: Ids
}

interface WithConnection {
  /** What `loadConfig()` returns, or a transport. The manager makes the client, and closes it. */
  readonly connection: ConnectionInput | Transport
  /** For everything else the client can be told. */
  readonly clientOptions?: Omit<ClientOptions, 'clock' | 'random' | 'observer'>
  readonly client?: undefined
}

interface WithClient {
  /**
   * A client of your own. It is used for everything, leases included, and stays open; its requests are yours to measure. A write is
   * refused when it is called while this process may not act; retries inside the client are not.
   */
  readonly client: Client
  readonly connection?: undefined
  readonly clientOptions?: undefined
}

export type ManagerOptions = CommonOptions & (WithConnection | WithClient)
