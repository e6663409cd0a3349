/** An oracle that observes every change of a run in order, and may keep state. */
import type { Role } from '../world/actor.ts'
import type { View } from './exploration.ts'

/** An oracle that checks every run of an exploration, change by change. */
export interface ExplorationOracle {
  /** The prefix of its findings. */
  readonly name: string
  /** Called once for each run, so that runs share no state. */
  begin(): RunWatcher
}

/** The state of an oracle in one run, which returns the violations it detects. */
export interface RunWatcher {
  /** Called after every change, before anything else happens. Returns violations. */
  changed(change: ObservedChange, view: View): Promise<readonly string[]>
  /** Called when the cluster is idle and no events are held back. Returns violations. */
  rested(view: View): Promise<readonly string[]>
}

/** A change of a run: its author and the write that made it. */
export interface ObservedChange {
  readonly by: Role
  /** The write, such as `apply deployments.apps default/db`; absent for changes by the cluster itself. */
  readonly call?: string | undefined
  /** Whether the write created an object. */
  readonly isNew: boolean
}
