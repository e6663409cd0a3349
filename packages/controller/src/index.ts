/** From events to reconciles: triggers, workers, outcomes, finalizers, status, owned objects. */
export { type IndexDefinition, index } from '@kubewright/cache'
export {
  type AbsentCluster,
  type Cluster,
  type ClusterChange,
  type ClusterInfo,
  type ClusterRegistry,
  type ClusterSelector,
  type ClusterSet,
  homeCluster,
  selectsCluster,
} from './cluster.ts'
export type { Children, Conditions, Context, OwnedBy, OwnOptions } from './definition/context.ts'
export type { ControllerHost, SharedWorkers } from './host/controller-host.ts'
export type { ControllerObserver, HotLoop } from './host/controller-observer.ts'
export type { Partition } from './host/partition.ts'
export type { ReconcileRecord, ReconcileResult, WrittenObject } from './host/reconcile-record.ts'
export type { RunningController } from './host/running-controller.ts'
export type { Span, SpanAttributes, SpanOptions, Tracing } from './host/tracing.ts'
export type { TriggerState } from './host/trigger-state.ts'
export { kindForm } from './definition/controller-form.ts'
export { createController } from './running/create-controller.ts'
export {
  type Controller,
  type ControllerOptions,
  defineController,
  type FailureReports,
  type Finalizer,
  type Owned,
  type OwnedKinds,
  type Use,
} from './definition/define-controller.ts'
export { controllerErrors } from './errors.ts'
export type { EventOptions, EventRecorder } from './events/event-recorder.ts'
export {
  defineGroupController,
  type GroupContext,
  type GroupControllerOptions,
  type Grouping,
} from './definition/group-controller.ts'
export { controllerAnnotation, pausedAnnotation } from './names.ts'
export { again, done, type Outcome } from './definition/outcome.ts'
export { owned } from './definition/owned.ts'
export { poll, type PollOptions } from './definition/poll.ts'
export { formatReason, type Reason, wakingReasons } from './request/reason.ts'
export type { RoleRule, Runnable, RunnableCheck, RunnableHost } from './definition/runnable.ts'
export { TerminalError } from './definition/terminal-error.ts'
export type { Trigger, TriggerTools } from './definition/trigger.ts'
export { changed, type Lookup, type Watch, type WatchOptions, type When, watch } from './definition/watch.ts'
