/** What a call came to, and where that leaves the object. Pure and total, as `decide` is. */
import type { ApplyResult, DeleteResult, State } from './state.ts'

export type Conclusion =
  /** `looksAgain`: at once, since the next step is known; otherwise after the usual time. */
  | { readonly does: 'go-on'; readonly state: State; readonly looksAgain: boolean }
  /** It failed: tried again, with growing pauses. */
  | { readonly does: 'retry'; readonly state: State }
  /** Nothing is left: the object may go. */
  | { readonly does: 'release'; readonly state: 'Terminating' }

/** After a create or an update. Whether it is really so is verified in any case. */
export function concludeApply(result: ApplyResult): Conclusion {
  switch (result) {
    case 'Succeeded':
      return { does: 'go-on', state: 'Verifying', looksAgain: true }
    case 'AwaitingVerification':
      return { does: 'go-on', state: 'Verifying', looksAgain: false }
    case 'Error':
      return { does: 'retry', state: 'Failed' }
  }
}

/** After a delete. @param isDeleting whether the object goes; otherwise it is made anew. */
export function concludeDelete(result: DeleteResult, isDeleting: boolean): Conclusion {
  switch (result) {
    case 'AlreadyDeleted':
    case 'Succeeded':
      return isDeleting
        ? { does: 'release', state: 'Terminating' }
        : { does: 'go-on', state: 'Recreating', looksAgain: true }
    case 'AwaitingVerification':
      return { does: 'go-on', state: isDeleting ? 'Terminating' : 'Recreating', looksAgain: false }
    case 'Error':
      // The finalizer stays: what could not be removed is not forgotten.
      return { does: 'retry', state: isDeleting ? 'Terminating' : 'Failed' }
  }
}

/** After the step that follows a success. */
export function concludeCompletion(isDone: boolean): Conclusion {
  return isDone ? { does: 'go-on', state: 'Succeeded', looksAgain: false } : { does: 'retry', state: 'Failed' }
}
