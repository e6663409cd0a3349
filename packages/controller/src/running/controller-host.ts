/** The dependencies of a running controller, and the interface it offers to its host. A manager supplies and uses both. */
import type { Cache, SourceScope } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Clock, Ids, KubeObject, Logger, Random, Ref, TimeSlice } from '@kubewright/core'
import type { QueueObserver, QueueSnapshot } from '@kubewright/queue'
import type { Resource } from '@kubewright/resource'
import type { Cluster, ClusterSet } from '../cluster.ts'
import type { Reason } from '../definition/reason.ts'
import type { ReconcileRecord } from '../reconcile/reconcile-record.ts'
import type { TriggerState } from '../triggers/trigger-health.ts'

/** The dependencies of a running controller, supplied by its manager. */
export interface ControllerHost {
  /** Its writes are recorded in the cache: see `readYourWrites` of `@kubewright/cache`. */
  readonly client: Client
  readonly cache: Cache
  /** The cluster of this client and cache. @default home */
  readonly cluster?: Cluster
  /** Every cluster of the program. @default home alone */
  readonly clusters?: ClusterSet
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Logger
  /** The reporter of events: the name of the program and of this instance. */
  readonly reporter: { readonly controller: string; readonly instance: string }
  readonly observer?: ControllerObserver
  readonly tracing?: Tracing
  /** Restricts and guards the controller's work when several processes share it. */
  readonly partition?: Partition
  /** Limits how long reconciles run without yielding: shared by all on one event loop. @default one of its own */
  readonly slice?: TimeSlice
  /** Shared with other controllers: each uses at most its `concurrency` of them. @default as many as that, of its own */
  readonly workers?: SharedWorkers
}

/** Workers shared by several controllers, fewer than the sum of their concurrency. */
export interface SharedWorkers {
  /** Resolves once one is free for the controller; disposing gives it back. Rejects with the signal's reason if aborted. */
  borrow(controller: string, signal: AbortSignal): Promise<Disposable>
}

/** Assigns objects to this process. The `partition` of a `Coordinator` of `@kubewright/lease` is one. */
export interface Partition {
  /** The scope to watch of a kind; `undefined` for all of it. */
  scopeOf(resource: Resource): SourceScope | undefined
  /**
   * Called instead of every reconcile. Calls `reconcile` if this process owns the object, and returns its result; returns `undefined`
   * if it does not. `until` is aborted when the reconcile must end so that the object can move to another process.
   */
  guard<Result>(object: KubeObject, reconcile: (until?: AbortSignal) => Promise<Result>): Promise<Result | undefined>
  /** Put on every child that `ctx.own` applies. */
  readonly childLabels?: Readonly<Record<string, string>>
  /** The value of `ctx.fencingToken`. */
  fencingToken?(object: KubeObject): string | undefined
}

/** Callbacks for the queue and the reconciles of a controller, for metrics and diagnostics. */
export interface ControllerObserver {
  readonly queue?: QueueObserver<string>
  started?(
    record: Pick<ReconcileRecord, 'controller' | 'cluster' | 'object' | 'reasons' | 'id'> & {
      readonly waitedMs: number
    },
  ): void
  ended?(record: ReconcileRecord): void
  /** The same object is reconciled over and over without a spec change: triggered by its own writes, or by endless `again(0)`. */
  loops?(loop: HotLoop): void
}

/** An object that is reconciled over and over without a spec change. */
export interface HotLoop {
  readonly controller: string
  /** The cluster of the object, if it is not home. */
  readonly cluster?: string
  readonly object: Ref
  /** The number of reconciles within `withinMs`. */
  readonly reconciles: number
  readonly withinMs: number
}

/** Spans around operations; `@kubewright/manager/opentelemetry` provides one. */
export interface Tracing {
  span<Result>(
    name: string,
    attributes: SpanAttributes,
    run: (span: Span) => Promise<Result>,
    options?: SpanOptions,
  ): Promise<Result>
}

/** Attributes of a trace span, by name. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** Options of `span` of `Tracing`. */
export interface SpanOptions {
  /** When the causing change arrived, in milliseconds since the Unix epoch. From then until the start, the work was queued. */
  readonly heardAt?: number
}

/** An open trace span, which takes further attributes and may be marked as failed. */
export interface Span {
  set(attributes: SpanAttributes): void
  fail(error: unknown): void
}

/** A controller bound to a host: starts its watches, works off its queue and reports its state. */
export interface RunningController extends AsyncDisposable {
  readonly name: string
  /** Starts its watches and fills the queue; nothing is reconciled yet. Resolves once its caches are synced. */
  start(signal: AbortSignal): Promise<void>
  /**
   * Reconciles until `stop` is aborted, then waits for reconciles in flight and pending events, and resolves. `kill` aborts those
   * too: `ctx.signal` follows it. May be called again afterwards, when the process may act again.
   */
  work(stop: AbortSignal, kill?: AbortSignal): Promise<void>
  /** Requests a reconcile. */
  trigger(object: Ref, by: string): void
  /** The last reconciles, newest first: of one object, or of all. */
  history(object?: Ref): readonly ReconcileRecord[]
  readonly queue: QueueSnapshot<string, Reason>
  /** Health of its triggers. */
  readonly triggers: readonly TriggerState[]
  /** How many events could not be written. */
  readonly droppedEvents: number
  /** Objects whose reconciles requeue immediately without end. They are backed off. */
  readonly hotLoops: readonly HotLoop[]
  /** Work in flight or due now, as readable lines; empty when idle. */
  readonly activity: readonly string[]
}
