/** State of the watch of one source. */

/** The state of a watched source, from the first list to its end. */
export type SourceState =
  | { readonly phase: 'idle' }
  /** The first connection is being made. */
  | { readonly phase: 'starting' }
  /** The initial objects arrive: page by page, or as initial events of a watch. */
  | { readonly phase: 'filling'; readonly by: 'list' | 'stream'; readonly received: number }
  /** Changes arrive as they happen. */
  | { readonly phase: 'live'; readonly resourceVersion: string }
  /** The connection ended; the next one resumes from this version. Readers are not affected. */
  | { readonly phase: 'resuming'; readonly resourceVersion: string }
  /** The watch could not resume: everything is listed again, while readers see the old state. */
  | { readonly phase: 'refilling'; readonly received: number }
  /** It failed and retries after a delay. Readers see the last state, if there was one. */
  | {
      readonly phase: 'failing'
      readonly failure: SourceFailure
      readonly attempts: number
      readonly retryInMs: number
      /** How long it has failed, up to the last attempt. */
      readonly failingMs: number
    }
  | { readonly phase: 'stopped' }

/** A failure of the list or watch of a source, with its reason and the next step. */
export interface SourceFailure {
  /** `Forbidden`, `UnknownKind`, `Unreachable`, … for messages and metrics. */
  readonly reason: string
  /** What failed, why, and what to do next. For `Forbidden` it names the missing permission. */
  readonly message: string
  readonly error: unknown
}
