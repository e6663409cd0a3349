/** What an external controller can be told, whichever form its operations have. */
import type { Context, ControllerOptions } from '@kubewright/controller'
import type { Duration } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Dependencies, Parents } from './dependency.ts'
import type { ExternalObserver } from './external-observer.ts'
import type { ExternalContext } from './operations.ts'
import type { ManagementPolicy } from './permissions.ts'
import type { Provider } from './provider.ts'

type Shared = 'name' | 'for' | 'scope' | 'concurrency' | 'owns' | 'watches' | 'indexes' | 'triggers' | 'uses' | 'fairBy'

export interface ExternalOptions<R extends Resource, P extends Parents> extends Pick<ControllerOptions<R>, Shared> {
  /** Stored in every object: written out, never derived. `db.example.dev/instance` */
  readonly finalizer: string
  /** How often to look outside when nothing in the cluster changes, spread by up to a tenth. */
  readonly poll: Duration
  /** What an object may ask for by annotation is never shorter than this. @default '10s' */
  readonly shortestPoll?: Duration
  /** How often to look while something is under way. @default '5s' */
  readonly recheck?: Duration
  /** How long one call may take. @default '1m' */
  readonly timeout?: Duration
  /**
   * How long a look may not show yet what a call did. Until then nothing is made again, nor taken for gone, and an update that
   * does not show is not repeated. `0` where a look shows at once what a call did.
   *
   * @default '30s'
   */
  readonly visibleWithin?: Duration
  /**
   * Who names the external resource. `chosen`: it is found by something known before it is made: a name of ours, the uid of the
   * object, a label. `assigned`: by what `create`, or the operation it began, returns as `externalName`; a creation whose
   * answer was lost then needs a person.
   *
   * @default 'chosen'
   */
  readonly names?: 'chosen' | 'assigned'
  /**
   * What the resource is called outside, where the spec says so. Pure. An edit that changes it is refused while the one that was
   * made exists, and what has the new name already is never taken for it. Without this, only an edit to a name that nobody has
   * is noticed.
   */
  readonly nameOf?: (object: ObjectOf<NoInfer<R>>) => string
  /** Objects that have to be ready first. They are followed; one that degrades sends its dependents back to waiting. */
  readonly dependencies?: Dependencies<NoInfer<R>, P>
  /** Whether a resource that was there before is taken over; the annotation `kubewright.dev/adopt` says so too. @default false */
  readonly adopts?: boolean | ((object: ObjectOf<NoInfer<R>>) => boolean)
  /** What may be done, beside what the annotation allows. @default `spec.managementPolicies`, if the kind has them */
  readonly policies?: (object: ObjectOf<NoInfer<R>>) => readonly ManagementPolicy[] | undefined
  /** Whom its calls go to: limits and pauses are shared by all who name the same one. @default one of its own, without limits */
  readonly provider?: Provider
  readonly observer?: ExternalObserver
  /** Whether an object that keeps failing gets a Warning event; `Synced` says so in any case. @default true */
  readonly reportsFailures?: boolean
  /** What the Secret with the connection details is called. It belongs to the object, in its namespace. @default no Secret */
  readonly connectionSecret?: (object: ObjectOf<NoInfer<R>>) => string
  /**
   * Runs whenever the resource is found ready, after the Secret is published: after each create and update, and with every poll,
   * so that what is lost is restored. Idempotent, therefore.
   */
  onReady?(object: ObjectOf<NoInfer<R>>, ctx: ReadyContext<NoInfer<R>, P>): Promise<unknown>
}

export interface ReadyContext<R extends Resource = Resource, P extends Parents = Parents>
  extends ExternalContext<R, P>,
    Pick<Context<R>, 'own' | 'events'> {}
