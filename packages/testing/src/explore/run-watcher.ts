/** An oracle that observes every change of a run in order, and may keep state. */
import type { Role } from './actor.ts'
import type { View } from './exploration.ts'

export interface ExplorationOracle {
  /** The prefix of its findings. */
  readonly name: string
  /** Called once for each run, so that runs share no state. */
  begin(): RunWatcher
}

export interface RunWatcher {
  /** Called after every change, before anything else happens. Returns violations. */
  changed(change: ObservedChange, view: View): Promise<readonly string[]>
  /** Called when the cluster is idle and no events are held back. Returns violations. */
  rested(view: View): Promise<readonly string[]>
}

export interface ObservedChange {
  readonly by: Role
  /** The write, such as `apply deployments.apps default/db`; absent for changes by the cluster itself. */
  readonly call?: string | undefined
  /** Whether the write created an object. */
  readonly isNew: boolean
}
