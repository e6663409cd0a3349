/**
 * One process of controllers. A manager holds together what they share, one client and one cache, starts everything in an
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
import type { Controller, ReconcileRecord } from '@kubewright/controller'
import type { Ref } from '@kubewright/core'
import type { Standing } from '@kubewright/lease'
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
  /** Asks for a reconcile. Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`. */
  trigger(controller: string, object: Ref, by?: string): void
  /** The last reconciles of all controllers, newest first: of one object, or of all. */
  history(object?: Ref): readonly ReconcileRecord[]
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
  readonly controllers: readonly ControllerState[]
  /** What is under way or due, as lines for people; empty when at rest. */
  readonly activity: readonly string[]
  /** Permissions that were found missing; nothing while nobody has asked yet. */
  readonly missingPermissions: readonly RequiredRule[] | undefined
}

export interface ControllerState {
  readonly name: string
  /** Whether it follows everything it needs. */
  readonly isWarm: boolean
  readonly isWorking: boolean
}

/** By what is served: `http://127.0.0.1:8081`. */
export interface ManagerEndpoints {
  readonly health?: string
  readonly metrics?: string
  readonly profiling?: string
}
