/** What the process that explores sends back. */
import type { StorySequence } from '@kubewright/dashboard'

export type ExplorationAnswer =
  | { readonly progress: ExplorationProgress }
  | { readonly report: ExplorationReport }
  /** What the file exports is no exploration. */
  | { readonly problem: string }
  | { readonly error: ExplorationError }

export interface ExplorationError {
  readonly message: string
  readonly code?: string | undefined
  /** The place in the user's own files, if it is known: `sites.explore.ts:12:9`. */
  readonly at?: string | undefined
}

export interface ExplorationProgress {
  readonly strategy: string
  readonly runs: number
  readonly plans: number
  readonly faults: number
  readonly failures: number
}

export interface ExplorationReport {
  /** Of what is simulated. */
  readonly seed?: string | undefined
  readonly hash?: string | undefined
  readonly runs: number
  readonly strategies?: readonly { readonly name: string; readonly plans: number; readonly runs: number }[] | undefined
  readonly truncated?: string | undefined
  readonly coverage?: { readonly missed: readonly string[] } | undefined
  readonly failures: readonly ExploredFailure[]
  readonly story: string
}

export interface ExploredFailure {
  readonly oracle: string
  readonly message: string
  readonly times: number
  readonly story: string
  readonly planFile: string
  /** The story as messages, for a diagram; absent if the testing package of the project is older than it. */
  readonly sequence?: StorySequence | undefined
}

/** Sent to it while it explores: report what was found by now, or end at once. */
export interface ExplorationOrder {
  readonly stop?: true
  readonly end?: true
}

/** How it is asked, as one argument. */
export interface ExplorationRequest {
  readonly seed?: string
  readonly time?: string
  readonly runs?: number
  readonly strategies?: readonly string[]
  readonly coverage?: boolean
  /** What starts the operator, if it is a process. */
  readonly process?: string
  /** The text of a plan file. */
  readonly plan?: string
}
