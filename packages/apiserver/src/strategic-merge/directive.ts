/** The words a strategic patch may hold beside fields, and what is left of a patch without them. */
import { setOwn } from '@kubewright/core'

export const patchDirective = '$patch'
export const retainKeysDirective = '$retainKeys'
export const orderDirective = '$setElementOrder'
export const thinningDirective = '$deleteFromPrimitiveList'

export type PatchMap = Record<string, unknown>

export function isMap(value: unknown): value is PatchMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isDirected(item: unknown): boolean {
  return isMap(item) && Object.hasOwn(item, patchDirective)
}

/** What stands for a value that is itself a directive: nothing. */
export const nothing: unique symbol = Symbol('nothing')

/** A patch value that meets nothing: what is directed is left out. Changes the value. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== nothing)
  if (!isMap(value)) return value
  if (isDirected(value)) return nothing
  for (const [key, item] of Object.entries(value)) put(value, key, withoutDirectives(item))
  return value
}

/** Sets a field, or takes it away if there is nothing to set. */
export function put(map: PatchMap, key: string, value: unknown): void {
  if (value === nothing) delete map[key]
  else setOwn(map, key, value)
}

/** Takes away nulls that have nothing to delete. Those in lists have their place. Changes the value. */
export function discardNulls(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) discardNulls(item)
  } else if (isMap(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (item === null) delete value[key]
      else discardNulls(item)
    }
  }
}
