/** Declares a controller. Nothing runs until a manager runs it. */
import type { IndexDefinition, SourceScope } from '@kubewright/cache'
import { type Duration, type Ref, toMs } from '@kubewright/core'
import { nameProblems } from '@kubewright/core/object'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { ClusterSelector } from '../cluster.ts'
import type { Context } from './context.ts'
import { assertControllerForm } from './controller-form.ts'
import { controllerErrors } from '../errors.ts'
import type { Grouping } from './group-controller.ts'
import type { Outcome } from './outcome.ts'
import type { Trigger } from './trigger.ts'
import type { Watch, When } from './watch.ts'

/** Clean-up that must complete before an object may be removed. */
export interface Finalizer<R extends Resource> {
  /** Stored in every object: write it out in full, never derive it. `web.example.dev/dns-record` */
  readonly name: string
  /** Runs at least once. The finalizer is removed when it is done; a failure keeps it and retries. */
  cleanup(object: ObjectOf<R>, ctx: Context<R>): Promise<Outcome>
}

/** A kind of children, and how their owner is found. */
export interface Owned<R extends Resource = Resource> {
  readonly resource: R
  /** @default every change but those of managed fields */
  readonly when?: When<ObjectOf<R>>
  /** Trigger every owner of the kind, not only the one that controls the object. @default false */
  readonly everyOwner?: boolean
  /** Watch metadata only. `own` then reads the full objects from the server to compare them. @default false */
  readonly metadataOnly?: boolean
}

/** The access to a kind that a controller needs with `ctx.client`, beside what its definition implies. */
export interface Use {
  readonly resource: Resource
  /** `status` or `scale`, for example. @default the objects themselves */
  readonly subresource?: string
  /** RBAC verbs: `get`, `list`, `create`, `patch`, `delete` … Others than those of Kubernetes belong into `grants`. */
  readonly verbs: readonly string[]
  /**
   * The clusters that need it: the object's own, home, or all but home.
   *
   * @default 'own'
   */
  readonly cluster?: 'own' | 'home' | 'remote'
  /** Appears in the role, after the controller's name: `reads the passwords in them`. */
  readonly because: string
}

/** The kinds a controller owns, each bare or with its watch options. */
export type OwnedKinds<Kinds extends readonly Resource[]> = {
  readonly [At in keyof Kinds]: Kinds[At] | Owned<Kinds[At]>
}

/** Options of `defineController`. */
export interface ControllerOptions<R extends Resource, Kinds extends readonly Resource[] = readonly Resource[]> {
  /** Used in metrics, logs, events and as field manager: do not change it later. Lower case, with dashes. */
  readonly name: string
  readonly for: R
  /**
   * The clusters whose objects it reconciles. Each cluster has its own queue, workers and watches.
   *
   * @default 'home'
   */
  readonly clusters?: ClusterSelector
  /** Restricts the objects it reconciles. @default all the manager may see */
  readonly scope?: SourceScope
  /**
   * The changes of the object itself that trigger a reconcile.
   *
   * @default those of spec, labels, annotations, finalizers and deletion; not those of status or managed fields alone
   */
  readonly when?: When<ObjectOf<R>> | 'any-change'
  readonly owns?: OwnedKinds<Kinds>
  readonly indexes?: readonly IndexDefinition[]
  readonly watches?: readonly Watch[]
  readonly triggers?: readonly Trigger[]
  /** Additional access that `ctx.client` needs; added to the generated role. @default nothing */
  readonly uses?: readonly Use[]
  /** Requeues every object after this time, with jitter, even if nothing changed. @default never */
  readonly resync?: Duration
  /** How many objects are reconciled concurrently. Reconciles of the same object never overlap. @default 1 */
  readonly concurrency?: number
  /**
   * The deadline of one reconcile, after which `ctx.signal` is aborted. Logs a warning if it still runs 5 seconds later.
   *
   * @default no limit
   */
  readonly timeout?: Duration
  /** Groups of objects take turns, so that no group starves behind the backlog of another. @default the namespace */
  readonly fairBy?: (object: Ref) => string
  readonly finalizer?: Finalizer<NoInfer<R>>
  /**
   * Reconcile objects that are being deleted as well, once the controller's own finalizer is removed or if it has none. For
   * controllers that follow an object to its end, as a kubelet does with a pod.
   *
   * @default false
   */
  readonly seesDeletion?: boolean
  /**
   * Report an object that is written over and over without a spec change as a hot loop. Disable it where that is expected: a status
   * that counts a thousand pods as they become ready.
   *
   * @default true
   */
  readonly reportsLoops?: boolean
  /**
   * How a repeatedly failing reconcile is shown on its object: by a Warning event `ReconcileFailed`, and by a condition `Stalled`
   * where the kind declares conditions. The next success removes the condition.
   *
   * @default true
   */
  readonly reportsFailures?: boolean | FailureReports
  reconcile(object: ObjectOf<R>, ctx: Context<R>): Promise<Outcome>
}

/** The ways to show a repeatedly failing reconcile on its object: Warning events and the condition `Stalled`. */
export interface FailureReports {
  /** @default true */
  readonly events?: boolean
  /** @default true */
  readonly condition?: boolean
}

/** The result of `defineController`, passed to a manager. */
export interface Controller<R extends Resource = Resource> extends ControllerOptions<R> {
  readonly '~controller': true
  /** Set by `defineGroupController`. */
  readonly '~grouping'?: Grouping
}

/**
 * Declares a controller.
 *
 * Failure: `KW_CONTROLLER_DEFINITION` for an invalid definition.
 */
export function defineController<R extends Resource, const Kinds extends readonly Resource[] = readonly Resource[]>(
  options: ControllerOptions<R, Kinds>,
): Controller {
  assertControllerForm(options)
  const { name, concurrency = 1, finalizer, timeout, resync } = options
  assert(
    name,
    nameProblems('dns1123Subdomain', name).length === 0,
    `the name ${JSON.stringify(name)} is not valid`,
    nameHint,
  )
  assert(
    name,
    Number.isInteger(concurrency) && concurrency > 0,
    `concurrency is ${concurrency}`,
    'Give a whole number from 1 upwards.',
  )
  if (finalizer !== undefined) {
    const isQualified = finalizer.name.includes('/') && nameProblems('qualifiedName', finalizer.name).length === 0
    assert(
      name,
      isQualified,
      `the finalizer ${JSON.stringify(finalizer.name)} is not a qualified name`,
      'Use a domain of yours, a slash and a name: `web.example.dev/dns-record`.',
    )
  }
  for (const [field, duration] of Object.entries({ timeout, resync })) {
    assert(name, duration === undefined || toMs(duration) > 0, `${field} is ${duration}`, 'Give a duration above zero.')
  }
  return { ...options, '~controller': true } as unknown as Controller
}

const nameHint = 'Use lower-case letters, digits and dashes: it becomes part of metrics and field managers.'

function assert(name: string, holds: boolean, why: string, next: string): void {
  if (holds) return
  throw controllerErrors('KW_CONTROLLER_DEFINITION', {
    what: `define the controller ${name}`,
    why,
    next,
    details: { name },
  })
}
