/**
 * Who still needs an object that is to go: objects that depend on it and have something outside, and whoever put a finalizer on
 * it. What belongs to it is asked to go first; the rest is waited for.
 */
import { ignoreNotFound } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { formatRef, isOwnedBy, type KubeObject, refOf } from '@kubewright/core'
import type { Dependents, Machine } from './machine.ts'
import { creationAnnotation } from './names.ts'

/** Those of Kubernetes itself guard nothing outside. */
const kubernetesOwn = ['foregroundDeletion', 'orphan']

/** As parts of a sentence; none if it may go. */
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
