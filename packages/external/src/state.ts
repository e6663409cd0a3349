/** The words of the state machine: where an external resource stands, what is seen of it, and what calls came to. */

/** Where the reconcile of an object stands. Kept in its status. */
export const states = [
  /** Nothing was done yet, or something it depends on is not ready. */
  'Pending',
  'Creating',
  'Updating',
  /** Something was asked for and takes its time. */
  'Verifying',
  /** It is as it should be; what follows from that is being done. */
  'Completing',
  'Succeeded',
  /** It goes, to be made anew. */
  'Recreating',
  'Failed',
  /** The object goes, and what it stands for with it. */
  'Terminating',
] as const
export type State = (typeof states)[number]

/** What a look at the external resource says. */
export const verdicts = [
  'Missing',
  /** It exists and can only become what is wanted by being made anew. */
  'RecreateRequired',
  'UpdateRequired',
  /** It exists, and an operation on it is under way. */
  'InProgress',
  'Ready',
  /** It exists, and is broken. */
  'Error',
  /** It is on its way out. */
  'Deleting',
] as const
export type Verdict = (typeof verdicts)[number]

/** What a call that makes or changes it came to. */
export const applyResults = ['AwaitingVerification', 'Succeeded', 'Error'] as const
export type ApplyResult = (typeof applyResults)[number]

/** What a call that removes it came to. */
export const deleteResults = ['AlreadyDeleted', 'Succeeded', 'AwaitingVerification', 'Error'] as const
export type DeleteResult = (typeof deleteResults)[number]
