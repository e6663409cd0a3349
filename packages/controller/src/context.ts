/** What a reconcile has at hand. */
import type { CacheReads } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Clock, Logger, Verdict } from '@kubewright/core'
import type { ConditionOf, Manifest, ObjectOf, Resource, StatusOf } from '@kubewright/resource'
import type { Cluster, ClusterSet } from './cluster.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { Reason } from './reason.ts'

/** Children by a name of your own; `null` says that the child must not exist. */
export type Children = Readonly<Record<string, Manifest<Resource> | null>>

/** What the cluster holds of each child. */
export type OwnedBy<C extends Children> = {
  readonly [Name in keyof C]: C[Name] extends Manifest<infer R>
    ? ObjectOf<R>
    : C[Name] extends null
      ? null
      : OwnedOrNot<C[Name]>
}

type OwnedOrNot<Child> = Child extends Manifest<infer R> ? ObjectOf<R> : null

export interface OwnOptions {
  /** Say what would be written and removed, and do neither. @default false */
  readonly dryRun?: boolean
  /**
   * Kinds that are looked through for children that are no longer named, besides those that are.
   *
   * @default all that the controller `owns`
   */
  readonly prune?: readonly Resource[] | false
}

/** Conditions by type; what is left out stays as it is. */
export type Conditions<Type extends string> = { readonly [Name in Type]?: Verdict }

/** Its functions may be taken apart: `reconcile(site, { own, setStatus })`. */
export interface Context<R extends Resource = Resource> {
  /** Of the cluster of the object. Writes made with it are seen by every read of the cache that follows. */
  readonly client: Client
  /** Of kinds that the controller follows, what it follows of them; of others, what anybody in the process follows. */
  readonly cache: CacheReads
  /**
   * The cluster of the object: home, unless the controller says which `clusters` it is for. Compare clusters by `name`, or by `signal`
   * to tell a new connection from the old one: each reconcile sees other values.
   */
  readonly cluster: Cluster
  /** Every cluster the program works on: `ctx.clusters.home.client`. Pass `ctx.signal` to what you do there. */
  readonly clusters: ClusterSet
  /** Says which object and which reconcile it belongs to. */
  readonly log: Logger
  /** Aborted when the reconcile takes too long, the object turns out to be gone, or the controller stops. */
  readonly signal: AbortSignal
  readonly now: () => Date
  /** What the controller runs on: for whatever has to end in time. */
  readonly clock: Clock
  /** Everything that led to this reconcile, oldest first. */
  readonly reasons: readonly Reason[]
  /** One for each reconcile, as it stands in logs and traces. */
  readonly reconcileId: string
  /**
   * Where the work is shared: grows, as text, with every change of whoever works on the object. Pass it to what is outside the
   * cluster, which refuses a smaller one than it has seen: so a process that stood still does no harm there either.
   */
  readonly fencingToken: string | undefined
  /** Events people see with `kubectl describe`. */
  readonly events: EventRecorder

  /**
   * Makes the cluster hold exactly these children: applies what differs, sets this object as their owner, removes what is no
   * longer named, and returns what the cluster holds. Writes nothing when nothing differs.
   *
   * A child that somebody else removed is made again, after the first few times later and later.
   *
   * Failure: `KW_CONTROLLER_NOT_OURS` if a child of that name exists and belongs to somebody else; `KW_CONTROLLER_CHILD_LOST`,
   * after everything else is done, if one is removed again and again; `KW_CONTROLLER_GONE`, which ends the reconcile, if a
   * child would be made again for an object that is being deleted or gone, of which the controller has not heard yet.
   */
  own<C extends Children>(this: void, children: C, options?: OwnOptions): Promise<OwnedBy<C>>

  /**
   * What the object's status shall be. Written once, after the reconcile, whether it succeeds or fails; not at all if
   * nothing changed. Fields you do not name stay with whoever set them.
   */
  setStatus(this: void, status: StatusOf<R>, conditions?: Conditions<ConditionOf<R>>): Promise<void>
}
