/**
 * Work of a program that is no controller, such as replication between clusters: a manager runs it while the process may act, and
 * shows its metrics and readiness beside its own.
 */
import type { Clock, Logger, Random } from '@kubewright/core'
import type { MetricSource } from '@kubewright/core/metrics'
import type { ClusterRegistry } from './cluster.ts'

/** A rule of a role that a runnable needs at home. */
export interface RoleRule {
  readonly group: string
  /** `websites`, or `websites/status`. */
  readonly resource: string
  readonly verbs: readonly string[]
  /** Where it is needed; everywhere if there is none. */
  readonly namespace?: string
  /** The one object it is about; all if there is none. */
  readonly name?: string
  /** For people: `replication reads which objects go where`. */
  readonly because: readonly string[]
}

/** Returns why the process is not ready; a note that people may want to know; or nothing if all is well. */
export type RunnableCheck = () => string | { readonly note: string } | undefined

/** What a runnable is given by the manager that runs it. */
export interface RunnableHost {
  /** Writes of their clients are refused while this process may not act. */
  readonly clusters: ClusterRegistry
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Metrics are served until the result is disposed. */
  readonly metrics: { add(source: MetricSource): Disposable }
  /** Readiness asks whatever `checks` names at the time, until the result is disposed. */
  readonly readiness: { include(checks: () => Iterable<readonly [name: string, check: RunnableCheck]>): Disposable }
}

export interface Runnable {
  /** In logs. */
  readonly name: string
  /**
   * Runs until `signal` is aborted, then ends soon: the manager waits for it before it gives up the right to act. Called again
   * whenever this process may act again. What it throws is logged, and it runs again after a while.
   */
  run(host: RunnableHost, signal: AbortSignal): Promise<void>
  /** What it has to be allowed at home. @default nothing */
  readonly rules?: readonly RoleRule[]
}
