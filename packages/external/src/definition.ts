/** Types of the parts of an external controller: its forms, contexts, dependencies. */
export type { ExternalErrorOptions } from './calls/call-failure.ts'
export type { ObservedForm, OperationsForm } from './definition/define-external-controller.ts'
export type { ReadyContext } from './definition/external-options.ts'
export type { Dependency, Parents, Resolved } from './operations/dependency.ts'
export type { Phase } from './operations/observed-operations.ts'
export type { FollowContext, UnresolvedContext, UpdateContext, Verification } from './operations/operations.ts'
export type { ProviderOptions } from './operations/provider.ts'
