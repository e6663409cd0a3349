/** The vocabulary of the state machine: states, verdicts and call results. */

/** The state of an object. Stored in its status. */
export const states = [
  /** Nothing was done yet, or a dependency is not ready. */
  'Pending',
  'Creating',
  'Updating',
  /** An operation was requested and is in progress. */
  'Verifying',
  /** It is as desired; the completion step is running. */
  'Completing',
  'Succeeded',
  /** It is being deleted, to be recreated. */
  'Recreating',
  'Failed',
  /** The object is being deleted together with its external resource. */
  'Terminating',
] as const
/** The state of an object with an external resource: one of `states`, stored in its status. */
export type State = (typeof states)[number]

/** The result of an observation. */
export const verdicts = [
  'Missing',
  /** It exists, and can only reach the desired state by being recreated. */
  'RecreateRequired',
  'UpdateRequired',
  /** It exists, and an operation on it is in progress. */
  'InProgress',
  'Ready',
  /** It exists, and is broken. */
  'Error',
  /** It is being deleted. */
  'Deleting',
] as const
/** The result of an observation of the external resource: one of `verdicts`. */
export type Verdict = (typeof verdicts)[number]

/** The result of a create or update. */
export const applyResults = ['AwaitingVerification', 'Succeeded', 'Error'] as const
/** The result of a create or update: one of `applyResults`. */
export type ApplyResult = (typeof applyResults)[number]

/** The result of a delete. */
export const deleteResults = ['AlreadyDeleted', 'Succeeded', 'AwaitingVerification', 'Error'] as const
/** The result of a delete: one of `deleteResults`. */
export type DeleteResult = (typeof deleteResults)[number]
