/** Maps the result of a call to the next state of the object. Pure and total, like `decide`. */
import type { ApplyResult, DeleteResult, State } from './state.ts'

/** The next step after a call: continue in a state, retry with back-off, or remove the finalizer. */
export type Conclusion =
  /** `looksAgain`: observe at once, since the next step is known; otherwise after the usual interval. */
  | { readonly does: 'go-on'; readonly state: State; readonly looksAgain: boolean }
  /** The call failed: retry with back-off. */
  | { readonly does: 'retry'; readonly state: State }
  /** Nothing is left: the finalizer may be removed. */
  | { readonly does: 'release'; readonly state: 'Terminating' }

/** After a create or an update. The result is verified in any case. */
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

/** After a delete. @param isDeleting whether the object is being deleted; otherwise the resource is recreated. */
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
      // Keep the finalizer: the resource may still exist.
      return { does: 'retry', state: isDeleting ? 'Terminating' : 'Failed' }
  }
}

/** After the completion step. */
export function concludeCompletion(isDone: boolean): Conclusion {
  return isDone ? { does: 'go-on', state: 'Succeeded', looksAgain: false } : { does: 'retry', state: 'Failed' }
}
