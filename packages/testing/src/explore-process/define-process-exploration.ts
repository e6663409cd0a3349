/** A declared exploration of a process: for a test, and for `kubewright explore`. */
import { testingErrors } from '../errors.ts'
import { exploreProcess, type ExploreProcessOptions, type ProcessReport, replayProcess } from './explore-process.ts'
import { parseProcessPlanFile } from './process-plan-file.ts'

/** Options that may differ between runs. */
export type ExploreProcessOverrides = Pick<ExploreProcessOptions, 'budget' | 'onProgress' | 'signal'> &
  Partial<Pick<ExploreProcessOptions, 'command'>>

/** A declared exploration of an operator process, which a test or `kubewright explore` runs or replays. */
export interface DefinedProcessExploration {
  readonly '~exploration': true
  readonly '~process': true
  /** Failure: `KW_TESTING_PROCESS` for options that only a simulation has, such as a seed. */
  run(overrides?: ExploreProcessOverrides): Promise<ProcessReport>
  /** Replays a plan file: the text that `failure.planFile()` returned. */
  replay(planFile: string): Promise<ProcessReport>
}

/** Declares an exploration. It starts with `run` or `replay`. */
export function defineProcessExploration(options: ExploreProcessOptions): DefinedProcessExploration {
  return {
    '~exploration': true,
    '~process': true,
    async run(overrides = {}) {
      refuseWhatIsSimulated(overrides)
      return await exploreProcess({ ...options, ...overrides })
    },
    replay: async (planFile) => await replayProcess(options, parseProcessPlanFile(planFile)),
  }
}

function refuseWhatIsSimulated(overrides: object): void {
  const asked = ['seed', 'strategies', 'draws', 'coverage'].find((name) => name in overrides)
  if (asked === undefined) return
  throw testingErrors('KW_TESTING_PROCESS', {
    what: `explore a process with \`${asked}\``,
    why: 'a process is explored in real time and without random plans',
    next: `Leave \`${asked}\` out.`,
  })
}
