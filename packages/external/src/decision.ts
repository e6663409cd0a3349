/** The state machine of an external resource: what to do next, and what a result means. Pure. */
export { formatChanges } from './decision/changes.ts'
export { concludeApply, concludeCompletion, concludeDelete, type Conclusion } from './decision/conclude.ts'
export { decide, type Decision, needsVerdict, type Refusal, type Wait } from './decision/decide.ts'
export { openFields } from './decision/late-initialization.ts'
export {
  allPermissions,
  intersectPermissions,
  noPermissions,
  parseAccess,
  type Permissions,
  permissionsOf,
} from './decision/permissions.ts'
export {
  type Absence,
  absences,
  type Circumstances,
  type Creation,
  creations,
  type Dependencies,
  type Situation,
} from './decision/situation.ts'
export {
  type ApplyResult,
  applyResults,
  type DeleteResult,
  deleteResults,
  type Verdict,
  verdicts,
} from './decision/state.ts'
