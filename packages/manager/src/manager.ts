/**
 * One process of controllers. A manager owns their shared parts, a client and a cache for each cluster, and controls the order of
 * start and shutdown.
 *
 * Guarantees
 * - Probes and metrics are served first and last. Webhooks are served before any cache is filled.
 * - A standby keeps its caches and backlog up to date: after a takeover it starts at once, without a list.
 * - Nothing is reconciled or written while the process may not act. Losing leadership aborts the work at once.
 * - A stop lets reconciles end, up to `shutdownTimeout`, and releases the lease once no work is left.
 * - Every cause that keeps it from working is reported: in readiness, in the log, in metrics. It never hangs silently.
 */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Controller, Reason } from '@kubewright/controller'
import type { HotLoop, ReconcileRecord } from '@kubewright/controller/host'
import type { Ref } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import type { Standing } from '@kubewright/lease'
import type { QueueSnapshot } from '@kubewright/queue'
import type { ClusterState, ManagerClusters } from './clusters/manager-clusters.ts'
import type { HealthChecks } from './health/health-check.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import type { RequiredRule } from './permissions/required-rule.ts'

/** A process of controllers with shared clients, caches, webhooks, probes and metrics. Created by `createManager`. */
export interface Manager {
  /**
   * Runs until `signal` is aborted, then shuts down gracefully and resolves. A manager runs once.
   *
   * Failure: rejects with `KW_MANAGER_PORT` if a port cannot be opened, with `KW_LEASE_LOST` if leadership was lost, with
   * `KW_MANAGER_STUCK` if reconciles do not end. The process must exit then, as it does with `await manager.run(…)`.
   */
  run(signal: AbortSignal): Promise<void>
  /** Runs until the result is disposed: `await using running = manager.start()`. */
  start(): RunningManager

  readonly state: ManagerState
  /** The addresses it listens on while it runs. */
  readonly endpoints: ManagerEndpoints
  /** Shared by all controllers. Its writes do not depend on leadership: only those of reconciles do. */
  readonly client: Client
  readonly cache: Cache
  /** The clusters it works on: add, replace and remove them here. */
  readonly clusters: ManagerClusters
  /** Add metrics of your own here. */
  readonly metrics: MetricRegistry
  /** Add checks of your own here. A failing `live` check restarts the process; a failing `ready` check stops its traffic. */
  readonly checks: { readonly live: HealthChecks; readonly ready: HealthChecks }

  /**
   * Adds a controller, before or while it runs. Resolves once its caches are synced; it works as soon as the process may act.
   *
   * Failure: `KW_MANAGER_NAME_TAKEN`, `KW_MANAGER_STATE` after the end.
   */
  add(controller: Controller): Promise<void>
  /** Removes a controller after its reconciles have ended. Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`. */
  remove(name: string): Promise<void>
  /**
   * Requests a reconcile of an object, in the home cluster unless another is named.
   *
   * Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`, `KW_MANAGER_CLUSTER_UNKNOWN`.
   */
  trigger(controller: string, object: Ref, by?: string, cluster?: string): void
  /**
   * The kinds of a controller and its current queue, in the home cluster unless another is named.
   *
   * Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`, `KW_MANAGER_CLUSTER_UNKNOWN`.
   */
  describe(controller: string, cluster?: string): ControllerDescription
  /** The last reconciles of all controllers, newest first: of one object, or of all; of one cluster, or of all. */
  history(object?: Ref, cluster?: string): readonly ReconcileRecord[]
}

/** A manager started by `start`. Disposing it shuts the manager down gracefully. */
export interface RunningManager extends AsyncDisposable {
  /** Resolves once all caches are synced, or after `syncTimeout`. */
  readonly started: Promise<void>
  /** Settles as `run` does. */
  readonly ended: Promise<void>
}

/** The lifecycle phase of a manager. */
export type ManagerPhase =
  | 'idle'
  /** Opening ports, starting webhooks, filling caches. */
  | 'starting'
  /** Caches are synced, and another process acts. */
  | 'standby'
  | 'acting'
  | 'stopping'
  | 'stopped'

/** The state of a manager at one time: its phase, leadership, controllers, clusters and missing permissions. */
export interface ManagerState {
  readonly phase: ManagerPhase
  /** Whether this process acts, and which one does. */
  readonly standing: Standing
  /** Controllers of the home cluster. */
  readonly controllers: readonly ControllerState[]
  /** Every cluster but home, connected or not. */
  readonly clusters: readonly ClusterState[]
  /** Work in flight or due, as readable lines; empty when idle. */
  readonly activity: readonly string[]
  /** Objects whose reconciles requeue immediately without end. They are backed off. */
  readonly hotLoops: readonly HotLoop[]
  /** Missing permissions; `undefined` before the first check. */
  readonly missingPermissions: readonly RequiredRule[] | undefined
}

/** The state of one controller on one cluster. */
export interface ControllerState {
  readonly name: string
  /** Whether its caches are synced. */
  readonly isWarm: boolean
  readonly isWorking: boolean
}

/** A controller with its queue, to diagnose objects that are not reconciled. */
export interface ControllerDescription {
  readonly for: GroupVersionKind
  readonly owns: readonly GroupVersionKind[]
  /** The maximum number of concurrent reconciles of the controller. */
  readonly concurrency: number
  readonly queue: QueueSnapshot<string, Reason>
}

/** Addresses by service: `http://127.0.0.1:8081`. */
export interface ManagerEndpoints {
  readonly health?: string
  readonly metrics?: string
  readonly profiling?: string
}
