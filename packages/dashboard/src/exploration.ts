/**
 * Explorations that a viewer may run: the entries of their topics, and the interface of the program that offers them. It runs each in a
 * separate process, so that neither the page nor an operator waits for it, and so that it can be stopped.
 */

/** A source of explorations. */
export interface ExplorationSource {
  /** The files that declare one, as passed to the command: `src/sites.explore.ts`. */
  find(): Promise<readonly string[]>
  /**
   * Explores until it is done or stopped; when stopped it ends soon, with the results so far.
   *
   * Failure: rejects with a human-readable reason why it could not explore.
   */
  run(request: ExplorationRequest, listener: ExplorationListener): Promise<ExplorationResult>
}

/** The receiver of an exploration's progress, with the signal that stops it. */
export interface ExplorationListener {
  /** After every run. */
  progress(progress: ExplorationProgress): void
  /** Aborted when a viewer stops it. */
  readonly signal: AbortSignal
}

/** One file and its options; omitted ones are taken from the file. */
export interface ExplorationRequest {
  readonly file: string
  readonly seed?: string
  /** `90s` */
  readonly budget?: string
  readonly runs?: number
  readonly strategies?: readonly string[]
}

/** The counts of a running exploration: runs, plans, injected faults and failures. */
export interface ExplorationProgress {
  readonly strategy: string
  /** Runs of all strategies. */
  readonly runs: number
  /** Plans of this strategy known so far. */
  readonly plans: number
  /** Faults injected in all runs. */
  readonly faults: number
  /** Distinct failures found. */
  readonly failures: number
}

/** The outcome of an exploration: how much was explored, and the failures found. */
export interface ExplorationResult {
  readonly seed?: string | undefined
  readonly runs: number
  /** The part that was not explored, and why. */
  readonly truncated?: string | undefined
  readonly failures: readonly ExploredFailure[]
}

/** A failure found by an exploration, with its story and the plan file that replays it. */
export interface ExploredFailure {
  /** The violated rule: `end-state`. */
  readonly oracle: string
  readonly message: string
  /** How many runs showed it. */
  readonly times: number
  /** Human-readable. */
  readonly story: string
  /** The text of a plan file, to replay it. */
  readonly planFile: string
  /** Absent if the project's version of the testing package has none. */
  readonly sequence?: StorySequence | undefined
}

/** The run of a failure as messages. See the testing package for details. */
export interface StorySequence {
  readonly before: readonly StoryObject[]
  readonly moments: readonly StoryMoment[]
}

/** An object and its state at a moment of the run. */
export interface StoryObject {
  readonly name: string
  /** JSON; `null` once it is deleted, absent if it is too long. */
  readonly state?: string | null
}

/** One moment in the sequence of a failed run, such as a call, a watch event or a fault. */
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

/** Topic `exploration`, key `run`: the running or last exploration. */
export interface ExplorationRunEntry {
  readonly request: ExplorationRequest
  readonly state: 'running' | 'stopping' | 'done' | 'stopped' | 'failed'
  readonly startedAt: number
  readonly endedAt?: number
  readonly runs: number
  readonly faults: number
  readonly failures: number
  readonly strategies: readonly StrategyProgress[]
  /** Set once it has ended. */
  readonly seed?: string
  readonly truncated?: string
  /** Why it could not explore. */
  readonly problem?: string
}

/** The progress of one exploration strategy: how many of its plans were run. */
export interface StrategyProgress {
  readonly name: string
  readonly played: number
  readonly plans: number
}

/** Topic `exploration`, keys `1`, `2` …; the sequence of each is the topic `exploration-story:1`, key `sequence`. */
export interface ExploredFailureEntry extends Omit<ExploredFailure, 'sequence'> {
  readonly hasSequence: boolean
}
