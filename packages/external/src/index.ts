/** Resources outside the cluster, managed by create, update, verify and delete through a visible state machine. */
export {
  type CallFailure,
  ExternalError,
  type ExternalErrorOptions,
  failureOf,
  parseRetryAfter,
} from './calls/call-failure.ts'
export { type Change, changesBetween, formatChanges } from './decision/changes.ts'
export { type Conclusion, concludeApply, concludeCompletion, concludeDelete } from './decision/conclude.ts'
export { type CreationRecord, type CreationStep, formatCreation, parseCreation } from './decision/creation-record.ts'
export { type Decision, decide, needsVerdict, type Refusal, type Wait } from './decision/decide.ts'
export {
  defineExternalController,
  type ExternalController,
  type ObservedForm,
  type OperationsForm,
} from './definition/define-external-controller.ts'
export { defineExternalSuite } from './definition/define-external-suite.ts'
export type { Dependency, Parents, Resolved } from './operations/dependency.ts'
export { externalErrors } from './errors.ts'
export {
  type ExternalOperation,
  formatOperation,
  type OperationStatus,
  parseOperation,
} from './operations/external-operation.ts'
export { type ExternalMetrics, externalMetrics } from './reporting/external-metrics.ts'
export type { CallResult, ExternalObserver, ExternalVerb, ObservedCall } from './operations/external-observer.ts'
export type { ExternalOptions, ReadyContext } from './definition/external-options.ts'
export { openFields } from './decision/late-initialization.ts'
export {
  accessAnnotation,
  adoptAnnotation,
  creationAnnotation,
  externalNameAnnotation,
  lastAppliedAnnotation,
  operationAnnotation,
  pollAnnotation,
  requestAnnotation,
} from './names.ts'
export { applied, deletion, type ObservedOperations, type Phase } from './operations/observed-operations.ts'
export type {
  Applied,
  ConnectionDetails,
  Deleted,
  ExternalContext,
  ExternalOperations,
  FollowContext,
  UnresolvedContext,
  UpdateContext,
  Verification,
} from './operations/operations.ts'
export {
  allPermissions,
  intersectPermissions,
  managementPolicies,
  type ManagementPolicy,
  noPermissions,
  parseAccess,
  type Permissions,
  permissionsOf,
} from './decision/permissions.ts'
export { defineProvider, type Provider, type ProviderOptions } from './operations/provider.ts'
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
  type State,
  states,
  type Verdict,
  verdicts,
} from './decision/state.ts'
export type { HttpResponse, HttpApiOptions } from './rest/http-api.ts'
export {
  type RestContext,
  type RestDescription,
  type RestEndpoint,
  type RestOperation,
  restOperations,
} from './rest/rest-operations.ts'
export { fillUrl, type UrlValues } from './rest/url-template.ts'
