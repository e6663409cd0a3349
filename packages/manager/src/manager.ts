/**
 * One process of controllers. A manager holds together what they share, a client and a cache for each cluster, starts everything in an
 * order that works, and stops it in an order that harms nobody.
 *
 * Guarantees
 * - Probes and metrics are served first and last. Webhooks answer before any cache is filled.
 * - Caches are filled and queues kept while others act: whoever takes over begins at once, with nothing to fetch.
 * - Nothing is reconciled, and nothing written, while the process may not act. A right that is lost aborts the work at once.
 * - A stop lets reconciles end, for as long as they may take, and lets go of the lease when nothing acts any more.
 * - What keeps it from working is said: in readiness, in the log, in metrics. It never just hangs.
 */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Controller, HotLoop, Reason, ReconcileRecord } from '@kubewright/controller'
import type { GroupVersionKind, Ref } from '@kubewright/core'
import type { Standing } from '@kubewright/lease'
import type { QueueSnapshot } from '@kubewright/queue'
import type { ClusterState, ManagerClusters } from './clusters/manager-clusters.ts'
import type { HealthChecks } from './health/health-check.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import type { RequiredRule } from './permissions/required-rule.ts'

export interface Manager {
  /**
   * Runs until `signal` is aborted, then stops in good order and resolves. A manager runs once.
   *
   * Failure: rejects with `KW_MANAGER_PORT` if a port cannot be opened, with `KW_LEASE_LOST` if the right to act was lost,
   * with `KW_MANAGER_STUCK` if reconciles would not end. Let the process end then: `await manager.run(…)` does.
   */
  run(signal: AbortSignal): Promise<void>
  /** Runs until the result is disposed: `await using running = manager.start()`. */
  start(): RunningManager

  readonly state: ManagerState
  /** Where it listens, while it does. */
  readonly endpoints: ManagerEndpoints
  /** What all controllers share. Its writes are not guarded by the right to act: that is for reconciles. */
  readonly client: Client
  readonly cache: Cache
  /** The clusters it works on: add, replace and remove them here. */
  readonly clusters: ManagerClusters
  /** Add metrics of your own here. */
  readonly metrics: MetricRegistry
  /** Add checks of your own here: `live` fails, the process is started anew; `ready` fails, it gets no requests. */
  readonly checks: { readonly live: HealthChecks; readonly ready: HealthChecks }

  /**
   * One more controller, now or while it runs. Resolves once it follows what it needs; it works as soon as it may.
   *
   * Failure: `KW_MANAGER_NAME_TAKEN`, `KW_MANAGER_STATE` after the end.
   */
  add(controller: Controller): Promise<void>
  /** Lets a controller end its reconciles and go. Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`. */
  remove(name: string): Promise<void>
  /**
   * Asks for a reconcile, of an object of home unless another cluster is named.
   *
   * Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`, `KW_MANAGER_CLUSTER_UNKNOWN`.
   */
  trigger(controller: string, object: Ref, by?: string, cluster?: string): void
  /**
   * What a controller is for, and its queue now; of home unless another cluster is named.
   *
   * Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`, `KW_MANAGER_CLUSTER_UNKNOWN`.
   */
  describe(controller: string, cluster?: string): ControllerDescription
  /** The last reconciles of all controllers, newest first: of one object, or of all; of one cluster, or of all. */
  history(object?: Ref, cluster?: string): readonly ReconcileRecord[]
}

export interface RunningManager extends AsyncDisposable {
  /** Resolves once every controller follows what it needs, or it has waited for that long enough. */
  readonly started: Promise<void>
  /** Settles as `run` does. */
  readonly ended: Promise<void>
}

export type ManagerPhase =
  | 'idle'
  /** Opening ports, starting webhooks, filling caches. */
  | 'starting'
  /** All is warm, and another process acts. */
  | 'standby'
  | 'acting'
  | 'stopping'
  | 'stopped'

export interface ManagerState {
  readonly phase: ManagerPhase
  /** Who acts. */
  readonly standing: Standing
  /** Those that work at home. */
  readonly controllers: readonly ControllerState[]
  /** Every cluster but home, connected or not. */
  readonly clusters: readonly ClusterState[]
  /** What is under way or due, as lines for people; empty when at rest. */
  readonly activity: readonly string[]
  /** Objects whose reconciles ask to look again at once, without end. They are slowed down. */
  readonly hotLoops: readonly HotLoop[]
  /** Permissions that were found missing; nothing while nobody has asked yet. */
  readonly missingPermissions: readonly RequiredRule[] | undefined
}

export interface ControllerState {
  readonly name: string
  /** Whether it follows everything it needs. */
  readonly isWarm: boolean
  readonly isWorking: boolean
}

/** A controller with its queue, for people who ask why something does not run. */
export interface ControllerDescription {
  readonly for: GroupVersionKind
  readonly owns: readonly GroupVersionKind[]
  /** How many reconciles it may run at once. */
  readonly concurrency: number
  readonly queue: QueueSnapshot<string, Reason>
}

/** By what is served: `http://127.0.0.1:8081`. */
export interface ManagerEndpoints {
  readonly health?: string
  readonly metrics?: string
  readonly profiling?: string
}
