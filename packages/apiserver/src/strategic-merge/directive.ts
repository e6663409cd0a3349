/** The directives a strategic merge patch may hold beside fields, and how to strip them. */
import { setOwn } from '@kubewright/core/json'

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

/** The result of stripping a value that is itself a directive. */
export const nothing: unique symbol = Symbol('nothing')

/** Strips directives from a patch value that has no counterpart in the original. Mutates the value. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== nothing)
  if (!isMap(value)) return value
  if (isDirected(value)) return nothing
  for (const [key, item] of Object.entries(value)) put(value, key, withoutDirectives(item))
  return value
}

/** Sets a field, or deletes it if the value is `nothing`. */
export function put(map: PatchMap, key: string, value: unknown): void {
  if (value === nothing) delete map[key]
  else setOwn(map, key, value)
}

/** Drops nulls from maps, where they have nothing to delete. Nulls in lists stay. Mutates the value. */
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
