/** Waits for an object by list and watch. */
import type { Ref } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { VerbContext } from '../verb/context.ts'
import { givenOptions } from '../verb/given-options.ts'
import { locateObject } from '../verb/locate.ts'
import { conditionGoal, deletionGoal, type Wanted } from '../wait/goal.ts'
import { deleted } from '../wait/wait-condition.ts'
import { type ObservedObject, type WaitOptions, waitUntil } from '../wait/wait-for.ts'
import type { ResourceVerbs } from './resource-verbs.ts'

/** The signatures of `client.waitFor`. */
export interface WaitVerb {
  <R extends Resource>(resource: R, ref: Ref, wanted: Wanted<ObjectOf<R>>, options?: WaitOptions): Promise<ObjectOf<R>>
  (resource: Resource, ref: Ref, wanted: typeof deleted, options?: WaitOptions): Promise<undefined>
}

export function waitVerb(context: VerbContext, verbs: ResourceVerbs): WaitVerb {
  function waitFor(resource: Resource, ref: Ref, wanted: typeof deleted, options?: WaitOptions): Promise<undefined>
  function waitFor<R extends Resource>(
    resource: R,
    ref: Ref,
    wanted: Wanted<ObjectOf<R>>,
    options?: WaitOptions,
  ): Promise<ObjectOf<R>>
  async function waitFor<R extends Resource>(
    resource: R,
    ref: Ref,
    wanted: Wanted<ObjectOf<R>> | typeof deleted,
    options?: WaitOptions,
  ): Promise<ObjectOf<R> | undefined> {
    const observed = observe(context, verbs, resource, ref)
    const how = givenOptions(options)
    return wanted === deleted
      ? waitUntil(context, observed, deletionGoal(), how)
      : waitUntil(context, observed, conditionGoal(wanted), how)
  }
  return waitFor
}

/** Validates names before anything is sent, and fills in the default namespace. */
function observe<R extends Resource>(
  context: VerbContext,
  verbs: ResourceVerbs,
  resource: R,
  ref: Ref,
): ObservedObject<ObjectOf<R>> {
  const operation = locateObject({ verb: 'get', resource }, ref, context.namespace)
  const { namespace } = operation
  const selection = { namespace, fields: { 'metadata.name': ref.name } }
  return {
    operation,
    list: (signal) => verbs.list(resource, { ...selection, signal }),
    watch: (resourceVersion, signal) => verbs.watch(resource, { ...selection, resourceVersion, signal }),
  }
}
