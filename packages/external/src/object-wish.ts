/** What an object asks for, and what was made of it last. */
import { deepEqual, type KubeObject } from '@kubewright/core'

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

/** What an annotation says was applied. */
export function parsedSpec(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined // somebody edited it: nothing is known then
  }
}
