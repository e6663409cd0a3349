/** The messages of the process that explores. */
import type { StorySequence } from '@kubewright/dashboard/exploration'

export type ExplorationAnswer =
  | { readonly progress: ExplorationProgress }
  | { readonly report: ExplorationReport }
  /** The default export of the file is not an exploration. */
  | { readonly problem: string }
  | { readonly error: ExplorationError }

export interface ExplorationError {
  readonly message: string
  readonly code?: string | undefined
  /** The place in the user's own files, if known: `sites.explore.ts:12:9`. */
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
  /** The seed of the simulation. */
  readonly seed?: string | undefined
  readonly hash?: string | undefined
  readonly runs: number
  readonly strategies?: readonly { readonly name: string; readonly plans: number; readonly runs: number }[] | undefined
  readonly truncated?: string | undefined
  readonly coverage?: { readonly missed: readonly string[] } | undefined
  readonly failures: readonly ExploredFailure[]
  readonly story: string
  /** The story in full, if it was requested. */
  readonly fullStory?: string | undefined
}

export interface ExploredFailure {
  readonly oracle: string
  readonly message: string
  readonly times: number
  readonly story: string
  /** The story in full, if it was requested. */
  readonly fullStory?: string | undefined
  readonly planFile: string
  /** The story as messages, for a diagram. Absent if the project's testing package is too old. */
  readonly sequence?: StorySequence | undefined
}

/** Sent to the process while it explores: report the findings so far, or end at once. */
export interface ExplorationOrder {
  readonly stop?: true
  readonly end?: true
}

/** The request, passed as one argument. */
export interface ExplorationRequest {
  readonly seed?: string
  readonly time?: string
  readonly runs?: number
  readonly strategies?: readonly string[]
  readonly coverage?: boolean
  /** Whether to tell stories in full, too. */
  readonly full?: boolean
  /** The entry point of the operator, if it is a process. */
  readonly process?: string
  /** The text of a plan file. */
  readonly plan?: string
}
