/**
 * JSON Patch (RFC 6902): a list of operations that turn one document into another.
 *
 * Guarantees
 * - Atomic: the first operation that fails fails the patch, and the error names it and the reason.
 * - Inputs are never modified. The result shares unchanged parts with them: do not write into it.
 * - Members named `__proto__` are members, not prototypes.
 * - A small patch cannot produce a large document: the bytes added by `copy` are limited, and so is the number of operations.
 *
 * See decision 0102.
 */
import { deepClone } from './deep-clone.ts'
import { deepEqual } from './deep-equal.ts'
import { coreErrors } from '../errors.ts'
import type { JsonLike, JsonValue } from './json.ts'
import { JsonDraft, Misfit } from './json-draft.ts'
import { type JsonPatch, type JsonPatchOperation, parseJsonPatch } from './json-patch-operation.ts'
import { parseJsonPointer } from './json-pointer.ts'

/** Options of `applyJsonPatch`. */
export interface JsonPatchOptions {
  /**
   * How many operations a patch may have.
   *
   * @default 10_000
   */
  readonly maxOperations?: number
  /**
   * How many bytes of JSON all `copy` operations together may add.
   *
   * @default 3_145_728
   */
  readonly maxCopiedBytes?: number
  /**
   * Whether an index may count from the end, as API servers allow: `-1` is the last item.
   *
   * @default false
   */
  readonly negativeIndexes?: boolean
}

/**
 * The document after the patch.
 *
 * Failure: `KW_CORE_JSON_PATCH` names the operation that does not fit the document, `KW_CORE_JSON_PATCH_TEST` the test that failed,
 * `KW_CORE_JSON_PATCH_FORM` the invalid operation, `KW_CORE_JSON_PATCH_LIMIT` the exceeded limit.
 *
 * @example
 * ```ts
 * applyJsonPatch({ spec: { replicas: 1 } }, [{ op: 'replace', path: '/spec/replicas', value: 3 }])
 * // => { spec: { replicas: 3 } }
 * ```
 */
export function applyJsonPatch(document: JsonLike, patch: JsonPatch, options: JsonPatchOptions = {}): JsonValue {
  const { maxOperations = 10_000, maxCopiedBytes = 3 * 1024 * 1024, negativeIndexes = false } = options
  const operations = parseJsonPatch(patch)
  if (operations.length > maxOperations) throw tooManyOperations(operations.length, maxOperations)
  const patching = new Patching(new JsonDraft(document as JsonValue, negativeIndexes), maxCopiedBytes)
  for (const [index, operation] of operations.entries()) patching.apply(operation, index)
  return patching.result()
}

class Patching {
  readonly #draft: JsonDraft
  /** How many bytes `copy` may still add. */
  #copyBudget: number

  constructor(draft: JsonDraft, copyBudget: number) {
    this.#draft = draft
    this.#copyBudget = copyBudget
  }

  result(): JsonValue {
    return this.#draft.root
  }

  apply(operation: JsonPatchOperation, index: number): void {
    try {
      this.#apply(operation, parseJsonPointer(operation.path))
    } catch (error) {
      throw error instanceof Misfit ? failed(operation, index, error) : error
    }
  }

  #apply(operation: JsonPatchOperation, path: readonly string[]): void {
    switch (operation.op) {
      case 'add':
        return this.#draft.add(path, operation.value)
      case 'replace':
        return this.#draft.replace(path, operation.value)
      case 'remove':
        return this.#draft.remove(path)
      case 'test':
        return this.#test(path, operation.value)
      case 'move':
        return this.#move(parseJsonPointer(operation.from), path)
      case 'copy':
        return this.#copy(parseJsonPointer(operation.from), path)
    }
  }

  #test(path: readonly string[], value: JsonValue): void {
    if (deepEqual(this.#draft.find(path), value)) return
    throw new Misfit('the document holds another value there', 'KW_CORE_JSON_PATCH_TEST')
  }

  #move(from: readonly string[], path: readonly string[]): void {
    const value = this.#draft.find(from)
    if (from.every((token, depth) => path[depth] === token)) {
      if (path.length === from.length) return
      throw new Misfit('a value cannot move into itself')
    }
    this.#draft.remove(from)
    this.#draft.add(path, value)
  }

  #copy(from: readonly string[], path: readonly string[]): void {
    const value = this.#draft.find(from)
    this.#copyBudget -= Buffer.byteLength(JSON.stringify(value))
    if (this.#copyBudget < 0) throw new Misfit('its copies add too much to the document', 'KW_CORE_JSON_PATCH_LIMIT')
    // The copies must not alias: a later operation may change one of them.
    this.#draft.add(path, deepClone(value))
  }
}

/** Values are left out of the message; they may be secret. */
function failed(operation: JsonPatchOperation, index: number, { code, message }: Misfit): Error {
  const { op, path } = operation
  const from = 'from' in operation ? operation.from : undefined
  const places = [from, path].filter((place) => place !== undefined).map((place) => JSON.stringify(place))
  return coreErrors(code, {
    what: `apply operation ${index} of a JSON Patch (${op} ${places.join(' to ')})`,
    why: message,
    next: nextStep[code],
    details: { index, op, path, ...(from !== undefined && { from }) },
  })
}

const nextStep: Readonly<Record<Misfit['code'], string>> = {
  KW_CORE_JSON_PATCH: 'Read the document again and compute the patch from its current content.',
  KW_CORE_JSON_PATCH_TEST: 'Another writer changed it: read the document again and compute a new patch.',
  KW_CORE_JSON_PATCH_LIMIT: 'Send fewer copies at a time.',
}

function tooManyOperations(count: number, limit: number): Error {
  return coreErrors('KW_CORE_JSON_PATCH_LIMIT', {
    what: 'apply a JSON Patch',
    why: `it has ${count} operations, and the limit is ${limit}`,
    next: 'Send fewer at a time, or replace larger parts.',
    details: { count, limit },
  })
}
