/**
 * Explorations that a viewer may run: the entries of their topics, and what the program that offers them does. It runs each in a process
 * of its own, so that neither the page nor an operator waits for it, and so that it can be stopped.
 */

/** Where explorations come from. */
export interface ExplorationSource {
  /** The files that declare one, as the command takes them: `src/sites.explore.ts`. */
  find(): Promise<readonly string[]>
  /**
   * Explores until it is done, or until it is stopped: then it ends soon, with what was found by then.
   *
   * Failure: rejects with what kept it from exploring, for people to read.
   */
  run(request: ExplorationRequest, listener: ExplorationListener): Promise<ExplorationResult>
}

export interface ExplorationListener {
  /** After every run. */
  progress(progress: ExplorationProgress): void
  /** Aborted when a viewer has stopped it. */
  readonly signal: AbortSignal
}

/** One file, and how it is explored; the file itself says what is left out here. */
export interface ExplorationRequest {
  readonly file: string
  readonly seed?: string
  /** `90s` */
  readonly budget?: string
  readonly runs?: number
  readonly strategies?: readonly string[]
}

export interface ExplorationProgress {
  readonly strategy: string
  /** All strategies together. */
  readonly runs: number
  /** Plans of this strategy that are known by now. */
  readonly plans: number
  /** How many things went wrong in all runs together. */
  readonly faults: number
  /** How many mistakes were found. */
  readonly failures: number
}

export interface ExplorationResult {
  readonly seed?: string | undefined
  readonly runs: number
  /** The part that was not explored, and why. */
  readonly truncated?: string | undefined
  readonly failures: readonly ExploredFailure[]
}

export interface ExploredFailure {
  /** The rule that was broken: `end-state`. */
  readonly oracle: string
  readonly message: string
  /** How many runs showed it. */
  readonly times: number
  /** For people, as text. */
  readonly story: string
  /** The text of a plan file, to play it again. */
  readonly planFile: string
  /** Absent if the version of the testing package in the project has none. */
  readonly sequence?: StorySequence | undefined
}

/** The run of a failure as messages. The testing package says more about each of these. */
export interface StorySequence {
  readonly before: readonly StoryObject[]
  readonly moments: readonly StoryMoment[]
}

export interface StoryObject {
  readonly name: string
  /** JSON; `null` once it is gone, absent if it is too long. */
  readonly state?: string | null
}

export interface StoryMoment {
  readonly type: 'step' | 'call' | 'event' | 'begin' | 'end' | 'fault' | 'note' | 'wait' | 'quiet' | 'gap'
  readonly from?: string
  readonly to?: string
  readonly text: string
  readonly sent?: string
  readonly answer?: string
  readonly struck?: { readonly text: string; readonly at: 'request' | 'refusal' | 'answer' }
  readonly objects?: readonly StoryObject[]
}

/** Topic `explorations`, by file. */
export interface ExplorationEntry {
  readonly file: string
}

/** Topic `exploration`, at the key `run`: the one that runs, or ran last. */
export interface ExplorationRunEntry {
  readonly request: ExplorationRequest
  readonly state: 'running' | 'stopping' | 'done' | 'stopped' | 'failed'
  readonly startedAt: number
  readonly endedAt?: number
  readonly runs: number
  readonly faults: number
  readonly failures: number
  readonly strategies: readonly StrategyProgress[]
  /** Once it is over. */
  readonly seed?: string
  readonly truncated?: string
  /** Why it could not explore. */
  readonly problem?: string
}

export interface StrategyProgress {
  readonly name: string
  readonly played: number
  readonly plans: number
}

/** Topic `exploration`, at the keys `1`, `2` …; the sequence of each is the topic `exploration-story:1`, at the key `sequence`. */
export interface ExploredFailureEntry extends Omit<ExploredFailure, 'sequence'> {
  readonly hasSequence: boolean
}
