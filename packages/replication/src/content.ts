/**
 * The part of an object that its owner writes: everything but type, metadata and status. For most kinds that is `spec`, for a ConfigMap
 * `data`. Null members count as absent, because a merge patch cannot distinguish the two.
 */
import type { KubeObject } from '@kubewright/core'
import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from '@kubewright/core/json'

const apart: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status'])

/** The replicated part of `object`, apart from metadata. */
export function contentOf(object: KubeObject): JsonObject {
  const content: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(object as unknown as JsonObject)) {
    if (!apart.has(key) && value !== undefined && value !== null) setOwn(content, key, withoutNulls(value))
  }
  return content
}

/** The value without null members; the same value if it has none. */
export function withoutNulls(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  let isSame = true
  const result: Record<string, JsonValue> = {}
  for (const [key, member] of Object.entries(value)) {
    if (member === null || member === undefined) isSame = false
    else {
      const kept = withoutNulls(member)
      if (kept !== member) isSame = false
      setOwn(result, key, kept)
    }
  }
  return isSame ? value : result
}

/** Paths of `wanted` that are missing or different in `actual`, at most `most`. */
export function missingPaths(wanted: JsonObject, actual: JsonObject, most = 3): readonly string[] {
  const found: string[] = []
  for (const [key, value] of Object.entries(wanted)) {
    if (found.length >= most) break
    const there = getOwn(actual, key)
    if (isJsonObject(value) && isJsonObject(there)) {
      found.push(...missingPaths(value, there, most - found.length).map((path) => `${key}.${path}`))
    } else if (!covers(value, there)) found.push(key)
  }
  return found
}

/** Lists are equal if their items are; the server may have added defaults to objects in them. */
function covers(wanted: JsonValue | undefined, actual: JsonValue | undefined): boolean {
  if (wanted === undefined) return true
  if (Array.isArray(wanted) && Array.isArray(actual)) {
    return wanted.length === actual.length && wanted.every((item, at) => covers(item, actual[at]))
  }
  if (isJsonObject(wanted) && isJsonObject(actual)) return missingPaths(wanted, actual, 1).length === 0
  return deepEqual(wanted, actual)
}
