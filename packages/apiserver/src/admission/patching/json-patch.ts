/**
 * A JSON patch on the way to storage, carried out as the server's library does it, which is kinder than RFC 6902: a field may
 * be replaced that is not there, a missing one copies as null, and positions may count from the end of a list. Failures
 * are told in the library's words.
 */
import { deepClone, deepEqual, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core'
import { kindOf } from '../../codec/json-text.ts'
import { describeNotJson } from '../../codec/not-json.ts'
import { PatchMisfit } from './patch-misfit.ts'
import { findPlace, insert, type Place, put, read, readOrThrow, remove } from './patch-place.ts'

export type PatchOperation = Readonly<Record<string, JsonValue>>

/** Failure: throws an error in Go's words for what is no patch. */
export function parsePatch(text: string): readonly PatchOperation[] {
  const value = parseJson(text)
  if (value === null) return []
  if (!Array.isArray(value)) throw unmarshal(value, 'jsonpatch.Patch')
  return (value as readonly JsonValue[]).map((operation) => {
    if (operation !== null && !isJsonObject(operation)) throw unmarshal(operation, 'jsonpatch.Operation')
    return (operation ?? {}) as PatchOperation
  })
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw new Error(describeNotJson(text))
  }
}

function unmarshal(value: JsonValue, type: string): Error {
  return new Error(
    `json: cannot unmarshal ${kindOf(JSON.stringify(value).charCodeAt(0))} into Go value of type ${type}`,
  )
}

/** How many operations a patch may have, and how much its copies may add, so that small patches make no huge objects. */
const operationLimit = 10_000
const copyLimit = 3 * 1024 * 1024

/** The changed document; the given one stays as it is. Failure: throws `PatchMisfit`. */
export function applyPatch(document: JsonObject, operations: readonly PatchOperation[]): JsonValue {
  if (operations.length > operationLimit) throw new PatchMisfit(`more than ${operationLimit} operations`)
  const patching = new Patching(deepClone(document) as JsonObject)
  for (const operation of operations) patching.apply(operation)
  return patching.document
}

class Patching {
  document: JsonValue
  #copied = 0

  constructor(document: JsonObject) {
    this.document = document
  }

  apply(operation: PatchOperation): void {
    const kind = typeof operation['op'] === 'string' ? operation['op'] : 'unknown'
    switch (kind) {
      case 'add':
        return this.#add(operation)
      case 'remove':
        return this.#remove(operation)
      case 'replace':
        return this.#replace(operation)
      case 'move':
        return this.#move(operation)
      case 'test':
        return this.#test(operation)
      case 'copy':
        return this.#copy(operation)
      default:
        throw new PatchMisfit(`Unexpected kind: ${kind}`)
    }
  }

  #add(operation: PatchOperation): void {
    const path = pathOf(operation, 'add', 'missing value')
    const place = this.#find(path)
    if (place === undefined) throw missing('add', `path: ${JSON.stringify(path)}`)
    within(`error in add for path: '${path}'`, () => insert(place, valueOf(operation)))
  }

  #remove(operation: PatchOperation): void {
    const path = pathOf(operation, 'remove', 'missing value')
    const place = this.#find(path)
    if (place === undefined) throw missing('remove', `path: ${JSON.stringify(path)}`)
    within(`error in remove for path: '${path}'`, () => remove(place))
  }

  #replace(operation: PatchOperation): void {
    const path = pathOf(operation, 'replace')
    const value = valueOf(operation)
    if (path === '') return this.#replaceAll(value)
    const place = this.#find(path)
    if (place === undefined) throw missing('replace', `path: ${path}`)
    if (read(place) instanceof PatchMisfit) throw missing('replace', `key: ${path}`)
    put(place, value)
  }

  #replaceAll(value: JsonValue): void {
    if (typeof value !== 'object' || value === null) {
      throw new PatchMisfit('replace operation value must be object or array: %!w(<nil>)')
    }
    this.document = value
  }

  #move(operation: PatchOperation): void {
    const from = fromOf(operation, 'move')
    const place = this.#find(from)
    if (place === undefined) throw missing('move', `from path: ${from}`)
    const value = within(`error in move for path: '${place.key}'`, () => {
      const found = readOrThrow(place)
      remove(place)
      return found
    })
    const path = pathOf(operation, 'move')
    const target = this.#find(path)
    if (target === undefined) throw missing('move', `destination path: ${path}`)
    within(`error in move for path: '${path}'`, () => insert(target, value ?? null))
  }

  #test(operation: PatchOperation): void {
    const path = pathOf(operation, 'test')
    const place = path === '' ? undefined : this.#find(path)
    if (path !== '' && place === undefined)
      throw new PatchMisfit(`test operation does not apply: is missing path: ${path}: missing value`)
    const found =
      place === undefined ? this.document : within(`error in test for path: '${path}'`, () => readOrThrow(place))
    if (!deepEqual(found ?? null, operation['value'] ?? null)) {
      throw new PatchMisfit(`testing value ${path} failed: test failed`, true)
    }
  }

  #copy(operation: PatchOperation): void {
    const from = fromOf(operation, 'copy')
    const place = this.#find(from)
    if (place === undefined) throw missing('copy', `from path: ${from}`)
    const value = within(`error in copy for from: '${from}'`, () => readOrThrow(place)) ?? null
    const path = pathOf(operation, 'copy', 'missing value')
    const target = this.#find(path)
    if (target === undefined) throw missing('copy', `destination path: ${path}`)
    this.#copied += Buffer.byteLength(JSON.stringify(value))
    if (this.#copied > copyLimit) {
      throw new PatchMisfit(
        `Unable to complete the copy, the accumulated size increase of copy is ${this.#copied}, exceeding the limit ${copyLimit}`,
      )
    }
    within('error while adding value during copy', () => insert(target, deepClone(value) as JsonValue))
  }

  #find(path: string): Place | undefined {
    return findPlace(this.document, path)
  }
}

function missing(operation: string, what: string): PatchMisfit {
  return new PatchMisfit(`${operation} operation does not apply: doc is missing ${what}: missing value`)
}

function pathOf(
  { path }: PatchOperation,
  operation: string,
  why = 'operation missing path field: missing value',
): string {
  if (typeof path === 'string') return path
  throw new PatchMisfit(`${operation} operation failed to decode path: ${why}`)
}

function fromOf({ from }: PatchOperation, operation: string): string {
  if (typeof from === 'string') return from
  throw new PatchMisfit(`${operation} operation failed to decode from: operation, missing from field: missing value`)
}

function valueOf({ value = null }: PatchOperation): JsonValue {
  return deepClone(value) as JsonValue
}

/** Puts what an operation was about before what was wrong with it. */
function within<Result>(where: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof PatchMisfit) throw new PatchMisfit(`${where}: ${error.message}`, error.isTest)
    throw error
  }
}
