/** A component of one stack, with all inputs of its objects. */
import type { CacheReads } from '@kubewright/cache'
import { controllerOf, type KubeObject } from '@kubewright/core'
import { PersistentVolumeClaim } from '@kubewright/kubernetes'
import type { Component } from '../component.ts'
import { withDefaults } from '../defaults.ts'
import { type ComponentContext, objectName } from '../objects/component-context.ts'
import { type ComponentObjects, objectsOf, type PartManifest } from '../objects/objects-of.ts'
import type { ComponentSettings } from '../settings.ts'
import type { Tuning } from './tuning.ts'

/** A component of a stack and its objects. */
export interface Member {
  readonly name: string
  readonly component: Component
  readonly context: ComponentContext
  readonly objects: ComponentObjects
  /** Merged with the defaults of the stack; `undefined` for components without a workload of their own. */
  readonly settings: ComponentSettings | undefined
  /** Decisions derived from its metrics. */
  readonly tuning?: Tuning | undefined
}

export function memberOf(component: Component, context: ComponentContext): Member {
  const settings = component.type === 'workload' ? withDefaults(component.settings, context.defaults) : undefined
  return { name: context.component, component, context, objects: objectsOf(component, context), settings }
}

/** The cached object of a manifest. */
export function findManifest(
  { resource, object }: PartManifest,
  namespace: string,
  cache: CacheReads,
): KubeObject | undefined {
  const { name } = object.metadata
  return cache.get(resource, { name, ...(resource.scope === 'Namespaced' && { namespace }) })
}

/** The object that shows the phase of a component. One with another owner is ignored. */
export function findDeployed(member: Member, cache: CacheReads, stack: KubeObject): KubeObject | undefined {
  const { component, context } = member
  if (component.type === 'volume' && component.storage.size === undefined) {
    const name = component.storage.claim ?? objectName(context)
    return cache.get(PersistentVolumeClaim, { name, namespace: context.namespace })
  }
  const found = findWorkload(member, cache)
  return found === undefined || isForeign(found, stack) ? undefined : found
}

/** Why a component cannot have its workload: an object of that name has another owner, or none. */
export function foreignWorkload(member: Member, cache: CacheReads, stack: KubeObject): string | undefined {
  const found = findWorkload(member, cache)
  if (found === undefined || !isForeign(found, stack)) return undefined
  const owner = controllerOf(found)
  const object = `${found.kind} ${found.metadata.name}`
  if (owner === undefined) return `${object} exists and is not part of the stack: delete it, or rename the component`
  return `${object} belongs to ${owner.kind} ${owner.name}: rename the component`
}

function findWorkload({ objects, context }: Member, cache: CacheReads): KubeObject | undefined {
  return objects.workload && findManifest(objects.workload, context.namespace, cache)
}

/** Objects without a controller are not adopted: the stack did not create them. */
function isForeign(found: KubeObject, { metadata }: KubeObject): boolean {
  return controllerOf(found)?.uid !== metadata.uid
}

/** Whether any object of the component exists. */
export function hasTraces({ objects, context }: Member, cache: CacheReads): boolean {
  return Object.values(objects).some((one) => findManifest(one, context.namespace, cache) !== undefined)
}
