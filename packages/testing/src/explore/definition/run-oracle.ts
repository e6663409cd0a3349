/**
 * Judges a run by its own trace, without another run to compare with, and independent of its plan.
 *
 * A model of a management protocol belongs here, once the protocol package has one. It projects the calls of a trace, with their requests
 * and responses, to the states of its protocols, and finds each write that is not an enabled operation, and each idle state from which the
 * goal is not reached.
 */
import type { Finding } from '../trace/finding.ts'
import type { RunRecord } from '../record/run-record.ts'

export interface RunOracle {
  /** Called once for each run, also for those that were cut short. Pure. */
  findingsOf(run: Pick<RunRecord, 'plan' | 'trace' | 'checkpoints'>): readonly Finding[]
}
