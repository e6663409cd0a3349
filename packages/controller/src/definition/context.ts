/** The context passed to a reconcile. */
import type { CacheReads } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Clock, Logger, Verdict } from '@kubewright/core'
import type { ConditionOf, Manifest, ObjectOf, Resource, StatusOf } from '@kubewright/resource'
import type { Cluster, ClusterSet } from '../cluster.ts'
import type { EventRecorder } from '../events/event-recorder.ts'
import type { Reason } from '../request/reason.ts'

/** Children by a name of your choice; `null` means the child must not exist. */
export type Children = Readonly<Record<string, Manifest<Resource> | null>>

/** Each child as the cluster holds it. */
export type OwnedBy<C extends Children> = {
  readonly [Name in keyof C]: C[Name] extends Manifest<infer R>
    ? ObjectOf<R>
    : C[Name] extends null
      ? null
      : OwnedOrNot<C[Name]>
}

/** The type of an owned child: the object of a manifest, and `null` where the reconciler passed none. */
type OwnedOrNot<Child> = Child extends Manifest<infer R> ? ObjectOf<R> : null

/** Options of `ctx.own`. */
export interface OwnOptions {
  /** Log the writes and deletions without making them. @default false */
  readonly dryRun?: boolean
  /**
   * Kinds to search for children that are no longer named; `false` prunes nothing.
   *
   * @default all that the controller `owns`
   */
  readonly prune?: readonly Resource[] | false
}

/** Conditions by type; omitted types keep their value. */
export type Conditions<Type extends string> = { readonly [Name in Type]?: Verdict }

/** Its functions may be destructured: `reconcile(site, { own, setStatus })`. */
export interface Context<R extends Resource = Resource> {
  /**
   * The client of the object's cluster. Later cache reads see its writes. Their field manager is the name of the controller, unless the call
   * names another `fieldManager`. To apply fields of a child of `own`, name another: an apply removes the fields that its manager leaves out.
   */
  readonly client: Client
  /** For kinds the controller watches, reads its own scope; for other kinds, any source of this process. */
  readonly cache: CacheReads
  /**
   * The cluster of the object: home, unless the controller sets `clusters`. Compare clusters by `name`, or by `signal` to detect a
   * new connection: the values differ between reconciles.
   */
  readonly cluster: Cluster
  /** Every cluster the program works on: `ctx.clusters.home.client`. Pass `ctx.signal` to calls you make there. */
  readonly clusters: ClusterSet
  /** A logger whose entries have the object and the reconcile id. */
  readonly log: Logger
  /** Aborted when the reconcile times out, the object turns out to be deleted, or the controller stops. */
  readonly signal: AbortSignal
  readonly now: () => Date
  /** The controller's clock, for deadlines and timers. */
  readonly clock: Clock
  /** Everything that led to this reconcile, oldest first. */
  readonly reasons: readonly Reason[]
  /** Unique per reconcile, as in logs and traces. */
  readonly reconcileId: string
  /**
   * Set where several processes share the work: text that grows with every change of the process responsible for the object. Pass it
   * to systems outside the cluster that reject a token smaller than one they have seen. That fences off a process that was stalled.
   */
  readonly fencingToken: string | undefined
  /** Events, shown by `kubectl describe`. */
  readonly events: EventRecorder

  /**
   * Makes the cluster hold exactly these children: applies those that differ, sets this object as their owner, prunes children that
   * are no longer named, and returns the live objects. Writes nothing when nothing differs.
   *
   * A child deleted by another client is recreated: at once the first few times, then with back-off.
   *
   * Failure: `KW_CONTROLLER_NOT_OURS` if a child of that name exists and has another owner; `KW_CONTROLLER_CHILD_LOST`, after all
   * other work is done, if one is deleted again and again; `KW_CONTROLLER_GONE`, which ends the reconcile, if a child would be
   * recreated for an object that is deleted or being deleted and the controller's cache does not show that yet. Before anything is
   * written: `KW_CONTROLLER_OPTION` for an invalid option, `KW_CONTROLLER_CHILDREN` for a child that is no manifest, is passed twice, or
   * is the owner itself.
   */
  own<C extends Children>(this: void, children: C, options?: OwnOptions): Promise<OwnedBy<C>>

  /**
   * Sets the desired status. It is written once, after the reconcile, whether it succeeds or fails, and only if it changed. Fields you
   * do not name stay with their field managers.
   */
  setStatus(this: void, status: StatusOf<R>, conditions?: Conditions<ConditionOf<R>>): Promise<void>
}
