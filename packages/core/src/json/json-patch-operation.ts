/** The operations of a JSON Patch, and their validation. */
import { coreErrors } from '../errors.ts'
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from './json.ts'
import { parseJsonPointer } from './json-pointer.ts'

/** `path` and `from` are JSON Pointers; `-` as the last part of a path is the place after the last item. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string }

/** The operations of a JSON Patch (RFC 6902), in the order in which they apply. */
export type JsonPatch = readonly JsonPatchOperation[]

/** The required member of each operation besides `op` and `path`. */
const operands = {
  add: 'value',
  replace: 'value',
  test: 'value',
  remove: undefined,
  move: 'from',
  copy: 'from',
} as const

/**
 * Validates untrusted input as a JSON Patch. Unknown members are ignored.
 *
 * Failure: `KW_CORE_JSON_PATCH_FORM` says which operation is wrong, and how.
 *
 * @example
 * ```ts
 * parseJsonPatch(JSON.parse('[{ "op": "remove", "path": "/spec" }]')) // => [{ op: 'remove', path: '/spec' }]
 * ```
 */
export function parseJsonPatch(value: unknown): JsonPatch {
  if (!Array.isArray(value)) throw malformed('it is not a list of operations')
  for (const [index, operation] of value.entries()) {
    const problem = operationProblem(operation)
    if (problem !== undefined) throw malformed(`in operation ${index} ${problem}`)
  }
  return value as JsonPatch
}

function operationProblem(operation: unknown): string | undefined {
  if (!isJsonObject(operation)) return 'is not an object'
  const { op } = operation
  if (typeof op !== 'string' || !Object.hasOwn(operands, op)) {
    return `op is not one of ${Object.keys(operands).join(', ')}`
  }
  const operand = operands[op as keyof typeof operands]
  if (operand === 'value' && getOwn(operation, 'value') === undefined) return `value is missing`
  return pointerProblem(operation, 'path') ?? (operand === 'from' ? pointerProblem(operation, 'from') : undefined)
}

function pointerProblem(operation: JsonObject, member: 'path' | 'from'): string | undefined {
  const pointer = operation[member]
  if (typeof pointer !== 'string') return `${member} is missing`
  try {
    parseJsonPointer(pointer)
    return undefined
  } catch {
    return `${member} ${JSON.stringify(pointer)} is not a JSON Pointer`
  }
}

function malformed(why: string): Error {
  return coreErrors('KW_CORE_JSON_PATCH_FORM', {
    what: 'read a JSON Patch',
    why,
    next: "Write operations such as { op: 'replace', path: '/spec/replicas', value: 3 }.",
  })
}
