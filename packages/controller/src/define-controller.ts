/** Declares a controller. Nothing runs until a manager runs it. */
import type { IndexDefinition, SourceScope } from '@kubewright/cache'
import { type Duration, nameProblems, type Ref, toMs } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { ClusterSelector } from './cluster.ts'
import type { Context } from './context.ts'
import { assertControllerForm } from './controller-form.ts'
import { controllerErrors } from './errors.ts'
import type { Grouping } from './group-controller.ts'
import type { Outcome } from './outcome.ts'
import type { Trigger } from './trigger.ts'
import type { Watch, When } from './watch.ts'

/** Clean-up that must have happened before an object may go. */
export interface Finalizer<R extends Resource> {
  /** Stored in every object: written out, never derived. `web.example.dev/dns-record` */
  readonly name: string
  /** Runs at least once. The finalizer comes off when it is done; a failure keeps it and tries again. */
  cleanup(object: ObjectOf<R>, ctx: Context<R>): Promise<Outcome>
}

/** A kind whose objects a controller makes, and how their owner is found. */
export interface Owned<R extends Resource = Resource> {
  readonly resource: R
  /** @default every change but those of managed fields */
  readonly when?: When<ObjectOf<R>>
  /** Wake every owner of the kind, not only the one that controls the object. @default false */
  readonly everyOwner?: boolean
  /** Follow metadata alone. Then `own` reads what it compares from the server. @default false */
  readonly metadataOnly?: boolean
}

/** What a controller does to a kind with `ctx.client`, beside what follows from the rest of its definition. */
export interface Use {
  readonly resource: Resource
  /** As a role names them: `get`, `list`, `create`, `patch`, `delete` … */
  readonly verbs: readonly string[]
  /**
   * In which clusters: that of the object, home, or all but home.
   *
   * @default 'own'
   */
  readonly cluster?: 'own' | 'home' | 'remote'
  /** Stands in the role, after the controller's name: `reads the passwords in them`. */
  readonly because: string
}

/** The kinds a controller owns, each as it is or with how it is followed. */
export type OwnedKinds<Kinds extends readonly Resource[]> = {
  readonly [At in keyof Kinds]: Kinds[At] | Owned<Kinds[At]>
}

export interface ControllerOptions<R extends Resource, Kinds extends readonly Resource[] = readonly Resource[]> {
  /** Appears in metrics, logs, events and as field manager: choose it once. Lower case, with dashes. */
  readonly name: string
  readonly for: R
  /**
   * Whose objects, where a manager has several clusters: each cluster has a queue, workers and watches of its own.
   *
   * @default 'home'
   */
  readonly clusters?: ClusterSelector
  /** Which objects it cares for. @default all the manager may see */
  readonly scope?: SourceScope
  /**
   * Which changes of the object itself wake the controller.
   *
   * @default those of spec, labels, annotations, finalizers and deletion; not those of status or managed fields alone
   */
  readonly when?: When<ObjectOf<R>> | 'any-change'
  readonly owns?: OwnedKinds<Kinds>
  readonly indexes?: readonly IndexDefinition[]
  readonly watches?: readonly Watch[]
  readonly triggers?: readonly Trigger[]
  /** What it does with `ctx.client` beside that: its role allows it then. @default nothing */
  readonly uses?: readonly Use[]
  /** Looks at every object again after this time, spread by chance, even if nothing changed. @default never */
  readonly resync?: Duration
  /** How many objects at once. The same object is never reconciled twice at once. @default 1 */
  readonly concurrency?: number
  /** How long one reconcile may take before `ctx.signal` is aborted. @default no limit */
  readonly timeout?: Duration
  /** Objects of the same group take turns, so that none waits behind a flood of others. @default the namespace */
  readonly fairBy?: (object: Ref) => string
  readonly finalizer?: Finalizer<NoInfer<R>>
  /**
   * Reconcile objects that are being deleted as well, once the controller's own finalizer is off or if it has none: for those
   * who see an object to its end, as a kubelet does with a pod.
   *
   * @default false
   */
  readonly seesDeletion?: boolean
  /**
   * Whether an object that is written again and again, while nobody changes its spec, is reported as a loop. Say no where that
   * is the work: a status that counts a thousand pods as they become ready.
   *
   * @default true
   */
  readonly reportsLoops?: boolean
  /**
   * How a reconcile that keeps failing is shown on its object: by a Warning event `ReconcileFailed`, and by a condition `Stalled`
   * where the kind declares conditions. The condition goes with the next success.
   *
   * @default true
   */
  readonly reportsFailures?: boolean | FailureReports
  reconcile(object: ObjectOf<R>, ctx: Context<R>): Promise<Outcome>
}

export interface FailureReports {
  /** @default true */
  readonly events?: boolean
  /** @default true */
  readonly condition?: boolean
}

/** What `defineController` returns and a manager takes. */
export interface Controller<R extends Resource = Resource> extends ControllerOptions<R> {
  readonly '~controller': true
  /** Of controllers of groups. */
  readonly '~grouping'?: Grouping
}

/**
 * Declares a controller.
 *
 * Failure: `KW_CONTROLLER_DEFINITION` for a definition that cannot work.
 */
export function defineController<R extends Resource, const Kinds extends readonly Resource[] = readonly Resource[]>(
  options: ControllerOptions<R, Kinds>,
): Controller {
  assertControllerForm(options)
  const { name, concurrency = 1, finalizer, timeout, resync } = options
  assert(
    name,
    nameProblems('dns1123Subdomain', name).length === 0,
    `the name ${JSON.stringify(name)} is not one`,
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
      'Name it `your.domain/what-it-guards`.',
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
