/**
 * Judges a run by itself, from what happened in it: without another run to compare it with, and whatever its plan was.
 *
 * This is where a model of a management protocol is asked, once the protocol package has one. It projects the calls of a trace,
 * which have what was sent and what was answered, on the states of its protocols, and finds each write that is no operation its
 * protocol allows there, and each quiet moment from which the goal is not reached.
 */
import type { Finding } from './failure.ts'
import type { RunRecord } from './run-plan.ts'

export interface RunOracle {
  /** Called once for each run, also for those that were cut short. Pure. */
  findingsOf(run: Pick<RunRecord, 'plan' | 'trace' | 'checkpoints'>): readonly Finding[]
}
