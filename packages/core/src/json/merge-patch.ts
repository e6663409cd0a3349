/**
 * JSON Merge Patch (RFC 7386): a partial document. Members replace, `null` removes, lists are replaced whole. It cannot set a member
 * to null; `diffMergePatch` fails rather than lose it.
 */
import { deepEqual } from './deep-equal.ts'
import { coreErrors } from '../errors.ts'
import { getOwn, isJsonObject, type JsonLike, type JsonObject, type JsonValue, setOwn } from './json.ts'
import { formatJsonPointer } from './json-pointer.ts'

/**
 * The document after the patch. Inputs are never modified; the result shares unchanged parts with them.
 *
 * @example
 * ```ts
 * applyMergePatch({ spec: { replicas: 1, paused: true } }, { spec: { replicas: 3, paused: null } })
 * // => { spec: { replicas: 3 } }
 * ```
 */
export function applyMergePatch(document: JsonLike | undefined, patch: JsonLike): JsonValue {
  if (!isJsonObject(patch)) return patch as JsonValue
  const result = (isJsonObject(document) ? { ...document } : {}) as Record<string, JsonValue>
  for (const key of Object.keys(patch)) {
    const change = patch[key]
    if (change === undefined) continue
    if (change === null) delete result[key]
    else setOwn(result, key, applyMergePatch(getOwn(result, key), change))
  }
  return result
}

/**
 * The merge patch that turns `from` into `to`; `{}` if they are the same object.
 *
 * Failure: `KW_CORE_MERGE_PATCH` names the member that would have to become null.
 *
 * @example
 * ```ts
 * diffMergePatch({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 2, d: 4 } }) // => { a: null, b: { d: 4 } }
 * ```
 */
export function diffMergePatch(from: JsonLike, to: JsonLike): JsonValue {
  if (!isJsonObject(to)) return to as JsonValue
  return differences(isJsonObject(from) ? from : {}, to, [])
}

function differences(from: JsonObject, to: JsonObject, path: readonly string[]): JsonObject {
  const patch: Record<string, JsonValue> = {}
  for (const key of Object.keys(from)) {
    if (from[key] !== undefined && getOwn(to, key) === undefined) setOwn(patch, key, null)
  }
  for (const key of Object.keys(to)) {
    const [before, after] = [getOwn(from, key), getOwn(to, key)]
    if (after !== undefined && !deepEqual(before, after)) setOwn(patch, key, difference(before, after, [...path, key]))
  }
  return patch
}

function difference(before: JsonValue | undefined, after: JsonValue, path: readonly string[]): JsonValue {
  if (after === null) throw inexpressible(path)
  if (!isJsonObject(after)) return after
  // A new object is diffed against an empty one, so that a null inside it is detected too.
  return differences(isJsonObject(before) ? before : {}, after, path)
}

function inexpressible(path: readonly string[]): Error {
  const pointer = formatJsonPointer(path)
  return coreErrors('KW_CORE_MERGE_PATCH', {
    what: `express the change of ${pointer} as a merge patch`,
    why: 'it sets the value to null, and null removes a member in a merge patch',
    next: 'Use a JSON Patch (diffJson) for this change.',
    details: { pointer },
  })
}
