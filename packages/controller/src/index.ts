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
export type { Children, Conditions, Context, OwnedBy, OwnOptions } from './context.ts'
export type {
  ControllerHost,
  ControllerObserver,
  HotLoop,
  Partition,
  RunningController,
  SharedWorkers,
  Span,
  SpanAttributes,
  SpanOptions,
  Tracing,
} from './controller-host.ts'
export { kindForm } from './controller-form.ts'
export { createController } from './create-controller.ts'
export {
  type Controller,
  type ControllerOptions,
  defineController,
  type FailureReports,
  type Finalizer,
  type Owned,
  type OwnedKinds,
  type Use,
} from './define-controller.ts'
export { controllerErrors } from './errors.ts'
export type { EventOptions, EventRecorder } from './event-recorder.ts'
export {
  defineGroupController,
  type GroupContext,
  type GroupControllerOptions,
  type Grouping,
} from './group-controller.ts'
export { controllerAnnotation, pausedAnnotation } from './names.ts'
export { again, done, type Outcome } from './outcome.ts'
export { owned } from './owned.ts'
export { poll, type PollOptions } from './poll.ts'
export { formatReason, type Reason, wakingReasons } from './reason.ts'
export type { ReconcileRecord, ReconcileResult } from './reconcile-record.ts'
export type { RoleRule, Runnable, RunnableCheck, RunnableHost } from './runnable.ts'
export type { WrittenObject } from './write-count.ts'
export { TerminalError } from './terminal-error.ts'
export type { Trigger, TriggerTools } from './trigger.ts'
export type { TriggerState } from './trigger-health.ts'
export { changed, type Lookup, type Watch, type WatchOptions, type When, watch } from './watch.ts'
