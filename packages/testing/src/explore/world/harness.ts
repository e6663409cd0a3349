/** The run around a world: the operator under test, the observers of changes, and the garbage collector of the cluster. */
import type { Role } from './actor.ts'
import type { Progress } from './progress.ts'

export interface Harness {
  /** Starts the next instance of the operator, after a crash. */
  startInstance(): void
  /** Passes the lease from the active instance to another one. */
  handOver(): void
  /** Whether a reconcile is in flight: it may wait for a timer, or for something outside the world. */
  isReconciling(): boolean
  /** Called when the world is idle. Resolves to whether there was garbage. */
  collectGarbage(): Promise<boolean>
  /** A fingerprint of the whole state. @param pending the pending work of the world */
  fingerprint(pending: string): Promise<string>
  /** Called after each change, with the role that made it. */
  afterChange(by: Role): Promise<void>
}

export interface ChangeObservers {
  readonly progress: Progress
  readonly harness: Pick<Harness, 'afterChange'>
}

/** Records a change, and has it checked before the next action. */
export async function reportChange({ progress, harness }: ChangeObservers, by: Role): Promise<void> {
  progress.noteChange()
  await harness.afterChange(by)
}
