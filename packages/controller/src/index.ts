/** From events to reconciles: triggers, workers, outcomes, finalizers, status, owned objects. */
export { type IndexDefinition, index } from '@kubewright/cache'
export type { Cluster } from './cluster.ts'
export type { Children, Conditions, Context, OwnedBy, OwnOptions } from './definition/context.ts'
export {
  type Controller,
  type ControllerOptions,
  defineController,
  type Finalizer,
  type Owned,
} from './definition/define-controller.ts'
export { controllerErrors } from './errors.ts'
export type { EventRecorder } from './events/event-recorder.ts'
export { defineGroupController, type GroupContext } from './definition/group-controller.ts'
export { controllerAnnotation, pausedAnnotation } from './names.ts'
export { again, done, type Outcome } from './definition/outcome.ts'
export { owned } from './definition/owned.ts'
export { poll } from './definition/poll.ts'
export { formatReason, type Reason } from './request/reason.ts'
export type { Runnable } from './definition/runnable.ts'
export { TerminalError } from './definition/terminal-error.ts'
export type { Trigger } from './definition/trigger.ts'
export { changed, type Watch, type WatchOptions, type When, watch } from './definition/watch.ts'
// The types of the sub-paths are loaded with the index, so that the compiler can name them in declarations: decision 0433.
export type {} from './clusters.ts'
export type {} from './definition.ts'
export type {} from './host.ts'
