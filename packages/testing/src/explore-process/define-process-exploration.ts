/** An exploration of a process as a value: for a test, and for `kubewright explore`. */
import { testingErrors } from '../errors.ts'
import { exploreProcess, type ExploreProcessOptions, type ProcessReport, replayProcess } from './explore-process.ts'
import { parseProcessPlanFile } from './process-plan-file.ts'

/** What may differ from one run of it to the next. */
export type ExploreProcessOverrides = Pick<ExploreProcessOptions, 'budget' | 'onProgress' | 'signal'> &
  Partial<Pick<ExploreProcessOptions, 'command'>>

export interface DefinedProcessExploration {
  readonly '~exploration': true
  readonly '~process': true
  /** Failure: `KW_TESTING_PROCESS` for what only a simulation has, such as a seed. */
  run(overrides?: ExploreProcessOverrides): Promise<ProcessReport>
  /** Plays the plan of a file again: the text that `failure.planFile()` gave. */
  replay(planFile: string): Promise<ProcessReport>
}

/** Declares an exploration. Nothing runs until it is told to. */
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
    why: 'it runs in real time, and nothing of it is drawn by chance',
    next: `Leave \`${asked}\` out.`,
  })
}
