/**
 * Controllers whose unit of work is not an object but a key of your own: a zone, a tenant, a node pool. Objects belong to the
 * groups they name, and a group is reconciled when one of them comes, changes, moves or goes.
 */
import { type IndexDefinition, index } from '@kubewright/cache'
import type { KubeObject } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Context } from './context.ts'
import { type Controller, type ControllerOptions, defineController } from './define-controller.ts'
import { controllerErrors } from './errors.ts'
import { done, type Outcome } from './outcome.ts'

/** What has to do with one object is missing: a group is none. */
export type GroupContext = Omit<Context, 'own' | 'setStatus' | 'events' | 'fencingToken'>

type Shared =
  | 'name'
  | 'for'
  | 'clusters'
  | 'scope'
  | 'when'
  | 'indexes'
  | 'watches'
  | 'triggers'
  | 'resync'
  | 'concurrency'
  | 'timeout'

export interface GroupControllerOptions<R extends Resource> extends Pick<ControllerOptions<R>, Shared> {
  /** The keys of the groups that an object belongs to: none, one or several. Pure. */
  readonly by: (object: ObjectOf<R>) => string | undefined | readonly (string | undefined)[]
  /**
   * One reconcile of one group, with everything that belongs to it now; with nothing, when the last object has gone. Watches
   * and triggers wake a group by `{ name: key }`.
   */
  reconcile(key: string, members: readonly ObjectOf<NoInfer<R>>[], ctx: GroupContext): Promise<Outcome>
}

/** What makes a controller one of groups. */
export interface Grouping {
  /** From keys to members. */
  readonly index: IndexDefinition
  reconcile(key: string, members: readonly never[], ctx: GroupContext): Promise<Outcome>
}

/**
 * Declares a controller of groups. The same group is never reconciled twice at once.
 *
 * Failure: `KW_CONTROLLER_DEFINITION` for a definition that cannot work.
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
  // Groups are reconciled as groups: the reconcile of an object is never called.
  const controller = defineController({ ...others, reconcile: async () => done() })
  return { ...controller, '~grouping': grouping }
}

/** One that its function cannot place is in none, of which the cache has told. */
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
