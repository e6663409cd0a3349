/**
 * Controllers whose unit of work is a key of your choice instead of an object: a zone, a tenant, a node pool. Objects name the groups
 * they belong to. A group is reconciled when a member is added, changes, moves to another group or is deleted.
 * See decision 0112.
 */
import { type IndexDefinition, index } from '@kubewright/cache'
import type { KubeObject } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Context } from './context.ts'
import { type Controller, type ControllerOptions, defineController } from './define-controller.ts'
import { controllerErrors } from '../errors.ts'
import { done, type Outcome } from './outcome.ts'

/** Lacks the members that concern a single object. */
export type GroupContext = Omit<Context, 'own' | 'setStatus' | 'events' | 'fencingToken'>

/** The options of `defineController` that a group controller has as well. */
type Shared =
  | 'name'
  | 'for'
  | 'clusters'
  | 'scope'
  | 'when'
  | 'indexes'
  | 'watches'
  | 'triggers'
  | 'uses'
  | 'resync'
  | 'concurrency'
  | 'timeout'

/** Options of `defineGroupController`. */
export interface GroupControllerOptions<R extends Resource> extends Pick<ControllerOptions<R>, Shared> {
  /** The group keys of an object: none, one or several. Pure. */
  readonly by: (object: ObjectOf<R>) => string | undefined | readonly (string | undefined)[]
  /**
   * Reconciles one group with its current members; with an empty list once the last member is gone. Watches and triggers address a
   * group as `{ name: key }`.
   */
  reconcile(key: string, members: readonly ObjectOf<NoInfer<R>>[], ctx: GroupContext): Promise<Outcome>
}

/** The grouping of a group controller. */
export interface Grouping {
  /** From keys to members. */
  readonly index: IndexDefinition
  reconcile(key: string, members: readonly never[], ctx: GroupContext): Promise<Outcome>
}

/**
 * Declares a group controller. Reconciles of the same group never overlap.
 *
 * Failure: `KW_CONTROLLER_DEFINITION` for an invalid definition.
 *
 * @example
 * ```ts
 * import { Pod } from '@kubewright/kubernetes'
 *
 * const nodes = defineGroupController({
 *   name: 'node-reports',
 *   for: Pod,
 *   by: (pod) => pod.spec.nodeName,
 *   async reconcile(node, pods, ctx) {
 *     ctx.log.info('pods', { node, count: pods.length })
 *     return done()
 *   },
 * })
 * nodes.name // => 'node-reports'
 * ```
 */
export function defineGroupController<R extends Resource>(options: GroupControllerOptions<R>): Controller {
  const { by, ...others } = options
  if (typeof by !== 'function' || typeof options.reconcile !== 'function') throw ungrouped(options.name)
  const grouping = {
    index: index(options.for, `groups-of-${options.name}`, by),
    reconcile: options.reconcile.bind(options),
  } as unknown as Grouping
  // A group controller never calls the per-object reconcile.
  const controller = defineController({ ...others, reconcile: async () => done() })
  return { ...controller, '~grouping': grouping }
}

/** An object whose `by` throws belongs to no group; the error has been reported when the object was indexed. */
export function groupsOf(index: IndexDefinition, object: KubeObject): readonly string[] {
  try {
    return index.values(object as never)
  } catch {
    return []
  }
}

function ungrouped(name: string): Error {
  return controllerErrors('KW_CONTROLLER_DEFINITION', {
    what: `define the group controller ${name}`,
    why: '`by` or `reconcile` is not a function',
    next: 'Give `by`, which names the groups of an object, and `reconcile`, which works on one group.',
    details: { name },
  })
}
