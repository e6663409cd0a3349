/** Things outside the cluster, behind a create, update, verify and delete. In the making: nothing here is promised yet. */
export { type Conclusion, concludeApply, concludeCompletion, concludeDelete } from './conclude.ts'
export { type Decision, decide, needsVerdict, type Refusal, type Wait } from './decide.ts'
export {
  allPermissions,
  both,
  managementPolicies,
  type ManagementPolicy,
  noPermissions,
  parseAccess,
  type Permissions,
  permissionsOf,
} from './permissions.ts'
export { type Circumstances, type Creation, creations, type Dependencies, type Situation } from './situation.ts'
export {
  type ApplyResult,
  applyResults,
  type DeleteResult,
  deleteResults,
  type State,
  states,
  type Verdict,
  verdicts,
} from './state.ts'
