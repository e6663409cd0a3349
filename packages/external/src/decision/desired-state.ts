/** The desired state of an object, and its last applied spec. */
import type { KubeObject } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { lastAppliedAnnotation } from '../names.ts'

export function specOf(object: KubeObject): object {
  return (object as { readonly spec?: object }).spec ?? {}
}

/** Whether two versions of an object have the same desired state. */
export function isSameDesiredState(one: KubeObject, two: KubeObject): boolean {
  const desired = (object: KubeObject) => {
    const { uid, generation, deletionTimestamp, annotations, finalizers } = object.metadata
    return { uid, generation, deletionTimestamp, annotations, finalizers, spec: specOf(object) }
  }
  return deepEqual(desired(one), desired(two))
}

/** The spec of the last create or update, from the annotation; `undefined` if unknown. */
export function lastAppliedOf({ metadata }: KubeObject): unknown {
  const text = metadata.annotations?.[lastAppliedAnnotation]
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined // edited by another client: unknown
  }
}

/** The object with its last applied spec; `undefined` if that is unknown or equals the current one. */
export function asApplied(object: KubeObject): KubeObject | undefined {
  const spec = lastAppliedOf(object)
  const isAnother = typeof spec === 'object' && spec !== null && !isApplied(object)
  return isAnother ? ({ ...object, spec } as KubeObject) : undefined
}

/** Whether the last applied spec is the current one. */
export function isApplied(object: KubeObject): boolean {
  return deepEqual(lastAppliedOf(object), specOf(object))
}

/** All annotations of an object together are limited to 256 KiB. */
const longestSpec = 65_536

/** The spec as stored in the annotation; `null` if it is too long. */
export function specText(object: KubeObject): string | null {
  const text = JSON.stringify(specOf(object))
  return text.length > longestSpec ? null : text
}
