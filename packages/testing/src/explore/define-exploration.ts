/** A declared exploration: for a test, and for `kubewright explore`. */
import type { ExploreOptions } from './definition/explore-options.ts'
import { explore, replay } from './explore.ts'
import type { Externals } from './world/external-call.ts'
import { parsePlanFile } from './plan/plan-file.ts'
import type { Report } from './report/report.ts'

/** Options that may differ between runs. */
export type ExploreOverrides = Pick<
  ExploreOptions,
  'seed' | 'budget' | 'strategies' | 'draws' | 'coverage' | 'onProgress' | 'signal'
>

/** A declared exploration, which a test or `kubewright explore` runs or replays. */
export interface DefinedExploration {
  readonly '~exploration': true
  run(overrides?: ExploreOverrides): Promise<Report>
  /** Replays a plan file: the text that `failure.planFile()` returned. */
  replay(planFile: string): Promise<Report>
}

/** Declares an exploration. It starts with `run` or `replay`. */
export function defineExploration<Outside extends Externals = Externals>(
  options: ExploreOptions<Outside>,
): DefinedExploration {
  return {
    '~exploration': true,
    run: (overrides = {}) => explore({ ...options, ...overrides }),
    replay: (planFile) => replay(options, parsePlanFile(planFile)),
  }
}
