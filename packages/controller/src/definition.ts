/** Types of the parts of a controller: finalizers, watches, groups, runnables. */
export { kindForm } from './definition/controller-form.ts'
export type { FailureReports, OwnedKinds, Use } from './definition/define-controller.ts'
export type { GroupControllerOptions, Grouping } from './definition/group-controller.ts'
export type { PollOptions } from './definition/poll.ts'
export type { RoleRule, RunnableCheck, RunnableHost } from './definition/runnable.ts'
export type { TriggerTools } from './definition/trigger.ts'
export type { Lookup } from './definition/watch.ts'
export type { EventOptions } from './events/event-recorder.ts'
