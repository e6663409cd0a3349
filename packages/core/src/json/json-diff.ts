/**
 * The difference between two documents, as a JSON Patch.
 *
 * Guarantees
 * - `applyJsonPatch(from, diffJson(from, to))` equals `to`.
 * - Objects are patched member by member, so concurrent changes to other members survive.
 * - Lists are aligned first: an added or removed item is one operation, wherever it is. Items with a name, a key or the like are
 *   matched by it.
 * - A list whose items were added or removed is replaced whole when that is shorter.
 */
import { alignArrays, type Stretch } from './align-arrays.ts'
import { deepEqual } from './deep-equal.ts'
import { identityOf } from './item-identity.ts'
import { getOwn, isJsonObject, type JsonArray, type JsonLike, type JsonObject, type JsonValue } from './json.ts'
import type { JsonPatch, JsonPatchOperation } from './json-patch-operation.ts'
import { escapeToken } from './json-pointer.ts'

/**
 * The operations that turn `from` into `to`.
 *
 * @example
 * ```ts
 * diffJson({ ports: [80, 443, 8080] }, { ports: [80, 8080], host: 'a.example' })
 * // => [{ op: 'remove', path: '/ports/1' }, { op: 'add', path: '/host', value: 'a.example' }]
 * ```
 */
export function diffJson(from: JsonLike, to: JsonLike): JsonPatch {
  return [...changes(from as JsonValue, to as JsonValue, '')]
}

type Changes = Iterable<JsonPatchOperation>

function changes(from: JsonValue, to: JsonValue, path: string): Changes {
  if (isJsonObject(from) && isJsonObject(to)) return from === to ? [] : objectChanges(from, to, path)
  if (deepEqual(from, to)) return []
  if (Array.isArray(from) && Array.isArray(to)) return arrayChanges(from, to, path)
  return [{ op: 'replace', path, value: to }]
}

function* objectChanges(from: JsonObject, to: JsonObject, path: string): Changes {
  for (const key of Object.keys(from)) {
    const before = from[key]
    if (before === undefined) continue
    const after = getOwn(to, key)
    if (after === undefined) yield { op: 'remove', path: below(path, key) }
    else if (before !== after) yield* changes(before, after, below(path, key))
  }
  for (const key of Object.keys(to)) {
    const after = to[key]
    if (after !== undefined && getOwn(from, key) === undefined)
      yield { op: 'add', path: below(path, key), value: after }
  }
}

function arrayChanges(from: JsonArray, to: JsonArray, path: string): Changes {
  const stretches = alignArrays(from, to, sameItem(from, to))
  const operations = [...itemChanges(stretches, path)]
  // If no item was added or removed, each is patched on its own, like the members of an object.
  const isReshaped = stretches.some(({ removed, added }) => removed.length + added.length > 0)
  return isReshaped ? shorter(operations, { op: 'replace', path, value: to }) : operations
}

/** Follows the alignment from front to back; `index` is the position in the list after the operations so far. */
function* itemChanges(stretches: readonly Stretch<JsonValue>[], path: string): Changes {
  let index = 0
  for (const { removed, added, kept } of stretches) {
    const pairs = Math.min(removed.length, added.length)
    for (let pair = 0; pair < pairs; pair++) yield* pairChanges(removed[pair]!, added[pair]!, below(path, index++))
    for (let rest = pairs; rest < removed.length; rest++) yield { op: 'remove', path: below(path, index) }
    for (const value of added.slice(pairs)) yield { op: 'add', path: below(path, index++), value }
    for (const [before, after] of kept) yield* changes(before, after, below(path, index++))
  }
}

/** Two items at the same position: patched or replaced, whichever is shorter. */
function pairChanges(before: JsonValue, after: JsonValue, path: string): Changes {
  return shorter([...changes(before, after, path)], { op: 'replace', path, value: after })
}

function shorter(detailed: readonly JsonPatchOperation[], whole: JsonPatchOperation): Changes {
  return JSON.stringify(detailed).length <= JSON.stringify([whole]).length ? detailed : [whole]
}

/** Matches items by identity if all have one, otherwise by equality. */
function sameItem(from: JsonArray, to: JsonArray): (before: JsonValue, after: JsonValue) => boolean {
  const identity = identityOf(from, to)
  return identity ? (before, after) => identity(before) === identity(after) : deepEqual
}

function below(path: string, token: string | number): string {
  return `${path}/${escapeToken(String(token))}`
}
