/** The options of an external controller, in either form. */
import type { Context, ControllerOptions } from '@kubewright/controller'
import type { Duration } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Dependencies, Parents } from '../operations/dependency.ts'
import type { ExternalObserver } from '../operations/external-observer.ts'
import type { ExternalContext } from '../operations/operations.ts'
import type { ManagementPolicy } from '../decision/permissions.ts'
import type { Provider } from '../operations/provider.ts'

/** The options of `defineController` that an external controller passes on. */
type Shared = 'name' | 'for' | 'scope' | 'concurrency' | 'owns' | 'watches' | 'indexes' | 'triggers' | 'uses' | 'fairBy'

/** Options of `defineExternalController`, common to both of its forms. */
export interface ExternalOptions<R extends Resource, P extends Parents> extends Pick<ControllerOptions<R>, Shared> {
  /** Stored in every object: write it out in full, never derive it. `db.example.dev/instance` */
  readonly finalizer: string
  /** How often to observe the resource when nothing in the cluster changes, with up to 10% jitter. */
  readonly poll: Duration
  /** Lower bound on the poll interval that an object requests by annotation. @default '10s' */
  readonly shortestPoll?: Duration
  /** How often to observe while an operation is in progress. @default '5s' */
  readonly recheck?: Duration
  /** The deadline of one call. @default '1m' */
  readonly timeout?: Duration
  /**
   * How long an observation may lag behind a call. Until then nothing is recreated or considered gone, and an update that is not
   * visible is not repeated. `0` for a strongly consistent API.
   *
   * @default '30s'
   */
  readonly visibleWithin?: Duration
  /**
   * How the external resource is identified. `chosen`: by something known before its creation: a name, the uid of the object, a label.
   * `assigned`: by the `externalName` that `create`, or the operation it started, returns; if the response of a creation is lost, a user
   * must resolve it.
   *
   * @default 'chosen'
   */
  readonly names?: 'chosen' | 'assigned'
  /**
   * The external name of the resource, where the spec determines it. Pure. An edit that changes it is refused while the created resource
   * exists, and a resource that already has the new name is never mistaken for it. Without this, only an edit to an unused name is
   * noticed.
   */
  readonly nameOf?: (object: ObjectOf<NoInfer<R>>) => string
  /** Objects that must be ready first. They are watched; if one degrades, its dependents wait again. */
  readonly dependencies?: Dependencies<NoInfer<R>, P>
  /** Whether to adopt a pre-existing resource; the annotation `kubewright.dev/adopt` does the same. @default false */
  readonly adopts?: boolean | ((object: ObjectOf<NoInfer<R>>) => boolean)
  /** Permitted actions, intersected with those of the annotation. @default `spec.managementPolicies`, if the kind has them */
  readonly policies?: (object: ObjectOf<NoInfer<R>>) => readonly ManagementPolicy[] | undefined
  /** The API provider: its limits and pauses are shared by all controllers that name it. @default one of its own, without limits */
  readonly provider?: Provider
  readonly observer?: ExternalObserver
  /** Whether an object that keeps failing gets a Warning event; `Synced` reports it in any case. @default true */
  readonly reportsFailures?: boolean
  /** The name of the Secret with the connection details, owned by the object and in its namespace. @default no Secret */
  readonly connectionSecret?: (object: ObjectOf<NoInfer<R>>) => string
  /**
   * Runs whenever the resource is observed as ready, after the Secret is published: after each create and update, and on every poll, so
   * that lost state is restored. Must be idempotent.
   */
  onReady?(object: ObjectOf<NoInfer<R>>, ctx: ReadyContext<NoInfer<R>, P>): Promise<unknown>
}

/** The context of `onReady`, which may also own children and record events. */
export interface ReadyContext<R extends Resource = Resource, P extends Parents = Parents>
  extends ExternalContext<R, P>,
    Pick<Context<R>, 'own' | 'events'> {}
