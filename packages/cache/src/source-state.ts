/** Where the watch of one source stands. */

export type SourceState =
  | { readonly phase: 'idle' }
  /** The first connection is being made. */
  | { readonly phase: 'starting' }
  /** Everything there is arrives: page by page, or as the beginning of a watch. */
  | { readonly phase: 'filling'; readonly by: 'list' | 'stream'; readonly received: number }
  /** Changes arrive as they happen. */
  | { readonly phase: 'live'; readonly resourceVersion: string }
  /** The connection ended; the next one goes on from this version. Readers notice nothing. */
  | { readonly phase: 'resuming'; readonly resourceVersion: string }
  /** Too much was missed to go on: everything is fetched anew, while readers see the old state. */
  | { readonly phase: 'refilling'; readonly received: number }
  /** It failed and tries again after a while. Readers see the last state, if there ever was one. */
  | {
      readonly phase: 'failing'
      readonly failure: SourceFailure
      readonly attempts: number
      readonly retryInMs: number
      /** How long it has failed, up to the last attempt. */
      readonly failingMs: number
    }
  | { readonly phase: 'stopped' }

export interface SourceFailure {
  /** `Forbidden`, `UnknownKind`, `Unreachable`, … for people and metrics. */
  readonly reason: string
  /** What could not be done, why, and what to do next: for `Forbidden` it names the permission that is missing. */
  readonly message: string
  readonly error: unknown
}
