/** An exploration as a value: for a test, and for `kubewright explore`. */
import { explore, type ExploreOptions, replay } from './explore.ts'
import type { Externals } from './external-call.ts'
import { parsePlanFile } from './plan-file.ts'
import type { Report } from './report.ts'

/** What may differ from one run of it to the next. */
export type ExploreOverrides = Pick<
  ExploreOptions,
  'seed' | 'budget' | 'strategies' | 'draws' | 'coverage' | 'onProgress' | 'signal'
>

export interface DefinedExploration {
  readonly '~exploration': true
  run(overrides?: ExploreOverrides): Promise<Report>
  /** Plays the plan of a file again: the text that `failure.planFile()` gave. */
  replay(planFile: string): Promise<Report>
}

/** Declares an exploration. Nothing runs until it is told to. */
export function defineExploration<Outside extends Externals = Externals>(
  options: ExploreOptions<Outside>,
): DefinedExploration {
  return {
    '~exploration': true,
    run: (overrides = {}) => explore({ ...options, ...overrides }),
    replay: (planFile) => replay(options, parsePlanFile(planFile)),
  }
}
