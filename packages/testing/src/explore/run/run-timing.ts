/** Timing taken from the run to compare with, so that both are observed at the same moments of virtual time. */
import type { Checkpoint, Moments } from '../record/checkpoint.ts'

export interface RunTiming {
  /** The ends of its waits: a wait ends then, unless that time has passed. */
  readonly waitEnds?: readonly number[]
  /** The earliest times of checkpoints. */
  readonly moments?: Moments
  /** Whether the state equals that of the other run. If not, a scheduled requeue of the operator is waited for. */
  readonly isAsExpected?: (checkpoint: Checkpoint) => boolean
}
