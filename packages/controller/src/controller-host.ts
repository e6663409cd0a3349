/** What a running controller stands on, and what it offers to whoever runs it. A manager supplies and uses both. */
import type { Cache, SourceScope } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Clock, Ids, KubeObject, Logger, Random, Ref, TimeSlice } from '@kubewright/core'
import type { QueueObserver, QueueSnapshot } from '@kubewright/queue'
import type { Resource } from '@kubewright/resource'
import type { Cluster, ClusterSet } from './cluster.ts'
import type { Reason } from './reason.ts'
import type { ReconcileRecord } from './reconcile-record.ts'
import type { TriggerState } from './trigger-health.ts'

export interface ControllerHost {
  /** Its writes are noted by the cache: see `readYourWrites` of `@kubewright/cache`. */
  readonly client: Client
  readonly cache: Cache
  /** Whose client and cache these are. @default home */
  readonly cluster?: Cluster
  /** Every cluster of the program. @default home alone */
  readonly clusters?: ClusterSet
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Logger
  /** Who reports events: the name of the program and of this instance of it. */
  readonly reporter: { readonly controller: string; readonly instance: string }
  readonly observer?: ControllerObserver
  readonly tracing?: Tracing
  /** Narrows and guards what the controller does when several processes share the work. */
  readonly partition?: Partition
  /** How long reconciles that wait for nothing run on: shared by all on one event loop. @default one of its own */
  readonly slice?: TimeSlice
  /** Shared with other controllers: each has at most its `concurrency` of them. @default as many as that, of its own */
  readonly workers?: SharedWorkers
}

/** Workers for several controllers, fewer than they could keep busy together. */
export interface SharedWorkers {
  /** Resolves once one is free for the controller; disposing gives it back. Rejects with the signal's reason if aborted. */
  borrow(controller: string, signal: AbortSignal): Promise<Disposable>
}

/** Which objects are this process's to work on. The `partition` of a `Coordinator` of `@kubewright/lease` is one. */
export interface Partition {
  /** What to follow of a kind; `undefined` for all of it. */
  scopeOf(resource: Resource): SourceScope | undefined
  /**
   * Called instead of every reconcile; calls `reconcile` if the object is ours, and returns what that returns. `undefined`
   * stands for an object that is none of ours. `until` is aborted when the reconcile shall end for the object to go elsewhere.
   */
  guard<Result>(object: KubeObject, reconcile: (until?: AbortSignal) => Promise<Result>): Promise<Result | undefined>
  /** Put on every child that `ctx.own` applies. */
  readonly childLabels?: Readonly<Record<string, string>>
  /** What `ctx.fencingToken` is. */
  fencingToken?(object: KubeObject): string | undefined
}

export interface ControllerObserver {
  readonly queue?: QueueObserver<string>
  started?(
    record: Pick<ReconcileRecord, 'controller' | 'cluster' | 'object' | 'reasons' | 'id'> & {
      readonly waitedMs: number
    },
  ): void
  ended?(record: ReconcileRecord): void
  /** The same object again and again, without a change of its spec: woken by its own writes, or by `again(0)` without end. */
  loops?(loop: HotLoop): void
}

export interface HotLoop {
  readonly controller: string
  /** The cluster of the object, if it is not home. */
  readonly cluster?: string
  readonly object: Ref
  /** How many reconciles in how long. */
  readonly reconciles: number
  readonly withinMs: number
}

/** Spans around what happens; `@kubewright/manager/opentelemetry` makes one. */
export interface Tracing {
  span<Result>(
    name: string,
    attributes: SpanAttributes,
    run: (span: Span) => Promise<Result>,
    options?: SpanOptions,
  ): Promise<Result>
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  /** When what led to it was heard of, in milliseconds since the Unix epoch: from then until it begins, it waited. */
  readonly heardAt?: number
}

export interface Span {
  set(attributes: SpanAttributes): void
  fail(error: unknown): void
}

export interface RunningController extends AsyncDisposable {
  readonly name: string
  /** Follows what it needs and fills the queue; nothing is reconciled yet. Resolves once everything is synced. */
  start(signal: AbortSignal): Promise<void>
  /**
   * Reconciles until `stop` is aborted, then lets what is under way end, and events be written, and resolves. `kill` aborts
   * that too: it is what `ctx.signal` follows. May be called again afterwards, when the process may act again.
   */
  work(stop: AbortSignal, kill?: AbortSignal): Promise<void>
  /** Asks for a reconcile. */
  trigger(object: Ref, by: string): void
  /** The last reconciles, newest first: of one object, or of all. */
  history(object?: Ref): readonly ReconcileRecord[]
  readonly queue: QueueSnapshot<string, Reason>
  /** How its triggers do. */
  readonly triggers: readonly TriggerState[]
  /** How many events could not be written. */
  readonly droppedEvents: number
  /** Objects whose reconciles ask to look again at once, without end. They are slowed down. */
  readonly hotLoops: readonly HotLoop[]
  /** What is under way or due now, as lines for people; empty when at rest. */
  readonly activity: readonly string[]
}
