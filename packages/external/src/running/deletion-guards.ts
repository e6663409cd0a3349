/**
 * Finds what blocks the deletion of an object: dependents with external resources, and finalizers of other controllers. Owned
 * dependents are deleted first; the rest are waited for.
 */
import { ignoreNotFound } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { formatRef, type KubeObject, refOf } from '@kubewright/core'
import { isOwnedBy } from '@kubewright/core/object'
import type { Dependents, Machine } from '../machine/machine.ts'
import { creationAnnotation } from '../names.ts'

/** Finalizers of Kubernetes itself do not guard external resources. */
const kubernetesOwn = ['foregroundDeletion', 'orphan']

/** As parts of a sentence; empty if nothing blocks the deletion. */
export async function guardsOf(machine: Machine, object: KubeObject, ctx: Context): Promise<readonly string[]> {
  const finalizers = (object.metadata.finalizers ?? []).filter(
    (name) => name !== machine.finalizer && !kubernetesOwn.includes(name),
  )
  const guards = finalizers.map((name) => `the finalizer ${name}`)
  for (const dependents of machine.dependents) guards.push(...(await dependentsOf(dependents, object, ctx)))
  return guards
}

async function dependentsOf(
  { resource, index, areOwned }: Dependents,
  object: KubeObject,
  ctx: Context,
): Promise<readonly string[]> {
  const guards: string[] = []
  for (const dependent of ctx.cache.find(index, formatRef(refOf(object))) as readonly KubeObject[]) {
    const isOurs = areOwned && isOwnedBy(dependent, object)
    const hasSomething = dependent.metadata.annotations?.[creationAnnotation] !== undefined
    if (isOurs && dependent.metadata.deletionTimestamp === undefined) {
      const { uid } = dependent.metadata
      const how = { preconditions: { uid }, signal: ctx.signal }
      await ctx.client.delete(resource, refOf(dependent), how).catch(ignoreNotFound)
    }
    if (isOurs || hasSomething) guards.push(`${resource.kind} ${formatRef(refOf(dependent))}`)
  }
  return guards
}
