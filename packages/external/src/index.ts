/** Resources outside the cluster, managed by create, update, verify and delete through a visible state machine. */
export { ExternalError } from './calls/call-failure.ts'
export { type Change, changesBetween } from './decision/changes.ts'
export { defineExternalController, type ExternalController } from './definition/define-external-controller.ts'
export { defineExternalSuite } from './definition/define-external-suite.ts'
export { externalErrors } from './errors.ts'
export { type ExternalMetrics, externalMetrics } from './reporting/external-metrics.ts'
export type { ExternalOptions } from './definition/external-options.ts'
export {
  accessAnnotation,
  adoptAnnotation,
  externalNameAnnotation,
  pollAnnotation,
  requestAnnotation,
} from './names.ts'
export { applied, deletion, type ObservedOperations } from './operations/observed-operations.ts'
export type {
  Applied,
  ConnectionDetails,
  Deleted,
  ExternalContext,
  ExternalOperations,
} from './operations/operations.ts'
export { managementPolicies, type ManagementPolicy } from './decision/permissions.ts'
export { defineProvider, type Provider } from './operations/provider.ts'
export { type State, states } from './decision/state.ts'
// The types of the sub-paths are loaded with the index, so that the compiler can name them in declarations: decision 0433.
export type {} from './calls.ts'
export type {} from './decision.ts'
export type {} from './definition.ts'
export type {} from './record.ts'
export type {} from './rest.ts'
