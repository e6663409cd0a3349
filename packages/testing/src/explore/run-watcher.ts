/** A rule that sees every change of a run in order, and may remember what it saw. */
import type { Role } from './actor.ts'
import type { View } from './exploration.ts'

export interface ExplorationOracle {
  /** In findings, before what is wrong. */
  readonly name: string
  /** Called once for each run, so that runs share no memory. */
  begin(): RunWatcher
}

export interface RunWatcher {
  /** Called after every change, before anything else happens. Returns what is wrong. */
  changed(change: ObservedChange, view: View): Promise<readonly string[]>
  /** Called when everything is quiet and nothing is held back. Returns what is wrong. */
  rested(view: View): Promise<readonly string[]>
}

export interface ObservedChange {
  readonly by: Role
  /** The write, such as `apply deployments.apps default/db`; absent for what the cluster did by itself. */
  readonly call?: string | undefined
  /** Whether the write made an object that was not there. */
  readonly isNew: boolean
}
