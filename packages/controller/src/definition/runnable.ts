/**
 * Work of a program other than a controller, such as replication between clusters. A manager runs it while the process may act, and
 * serves its metrics and readiness beside its own.
 */
import type { Clock, Logger } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import type { MetricSource } from '@kubewright/core/metrics'
import type { ClusterRegistry } from '../cluster.ts'

/** A role rule that a runnable needs in the home cluster. */
export interface RoleRule {
  readonly group: string
  /** `websites`, or `websites/status`. */
  readonly resource: string
  readonly verbs: readonly string[]
  /** The namespace where it is needed; all if absent. */
  readonly namespace?: string
  /** The only object it covers; all if absent. */
  readonly name?: string
  /** For readers of the role: `replication reads which objects go where`. */
  readonly because: readonly string[]
}

/** Returns the reason why the process is not ready, a note that does not affect readiness, or nothing. */
export type RunnableCheck = () => string | { readonly note: string } | undefined

/** Provided to a runnable by its manager. */
export interface RunnableHost {
  /** Their clients refuse writes while this process may not act. */
  readonly clusters: ClusterRegistry
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Metrics are served until the result is disposed. */
  readonly metrics: { add(source: MetricSource): Disposable }
  /** Readiness runs the checks that `checks` returns at that time, until the result is disposed. */
  readonly readiness: { include(checks: () => Iterable<readonly [name: string, check: RunnableCheck]>): Disposable }
}

/** Work other than a controller, which a manager runs while the process may act. */
export interface Runnable {
  /** Used in logs. */
  readonly name: string
  /**
   * Runs until `signal` is aborted, then must end soon: the manager waits for it before it releases leadership. Called again whenever
   * this process may act again. An error is logged, and it is restarted after a delay.
   */
  run(host: RunnableHost, signal: AbortSignal): Promise<void>
  /** The role rules it needs in the home cluster. @default nothing */
  readonly rules?: readonly RoleRule[]
}
