/** What an object asks for, and what was made of it last. */
import { deepEqual, type KubeObject } from '@kubewright/core'
import { lastAppliedAnnotation } from './names.ts'

export function specOf(object: KubeObject): object {
  return (object as { readonly spec?: object }).spec ?? {}
}

/** Whether two states of an object ask for the same. */
export function isSameWish(one: KubeObject, two: KubeObject): boolean {
  const wish = (object: KubeObject) => {
    const { uid, generation, deletionTimestamp, annotations, finalizers } = object.metadata
    return { uid, generation, deletionTimestamp, annotations, finalizers, spec: specOf(object) }
  }
  return deepEqual(wish(one), wish(two))
}

/** The spec that the last create or update was made from, as the object bears it; `undefined` if that is not known. */
export function lastAppliedOf({ metadata }: KubeObject): unknown {
  const text = metadata.annotations?.[lastAppliedAnnotation]
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined // somebody edited it: nothing is known then
  }
}

/** The object as it was when that was applied; `undefined` if that is not known, or no other than it is. */
export function asApplied(object: KubeObject): KubeObject | undefined {
  const spec = lastAppliedOf(object)
  const isAnother = typeof spec === 'object' && spec !== null && !isApplied(object)
  return isAnother ? ({ ...object, spec } as KubeObject) : undefined
}

/** Whether that is the spec as it is. */
export function isApplied(object: KubeObject): boolean {
  return deepEqual(lastAppliedOf(object), specOf(object))
}

/** All annotations of an object together may have 256 KiB. */
const longestSpec = 65_536

/** The spec, as the annotation keeps it; `null` for one that is too long for that. */
export function specText(object: KubeObject): string | null {
  const text = JSON.stringify(specOf(object))
  return text.length > longestSpec ? null : text
}
