/**
 * JSON patch with the semantics of the API server's library, which is laxer than RFC 6902: `replace` may target a missing
 * field, `test` and `copy` treat a missing field as null, and negative indexes count from the end of a list. Failure
 * messages are the library's. `core` has the strict RFC 6902 implementation.
 * See decision 0102.
 */
import { deepestKept } from '../codec/depth-limit.ts'
import { LazyJson, type Part } from './lazy-json.ts'
import { containerOf, type Container } from './patch-container.ts'
import { PatchFailure, within } from './patch-failure.ts'

/** One step of a patch. */
export interface Operation {
  readonly op: string
  /** `undefined` if the operation has none; so are `from` and `value`. */
  readonly path: string | undefined
  readonly from: string | undefined
  readonly value: LazyJson | undefined
}

/** Limit on the bytes that all copies of one patch may add, so that a small patch cannot build a huge object. */
const copyLimit = 3 * 1024 * 1024

/** Returns the text of the changed document. Failure: throws `PatchFailure` if any operation does not apply. */
export function applyOperations(document: string, operations: readonly Operation[]): string {
  const patching = new Patching(new LazyJson(document))
  for (const operation of operations) patching.apply(operation)
  return patching.document.toString()
}

class Patching {
  document: LazyJson
  #copied = 0

  constructor(document: LazyJson) {
    this.document = document
  }

  apply(operation: Operation): void {
    switch (operation.op) {
      case 'add':
        return this.#add(operation)
      case 'remove':
        return this.#remove(operation)
      case 'replace':
        return this.#replace(operation)
      case 'move':
        return this.#move(operation)
      case 'copy':
        return this.#copy(operation)
      case 'test':
        return this.#test(operation)
      default:
        throw new PatchFailure(`Unexpected kind: ${operation.op}`)
    }
  }

  #add(operation: Operation): void {
    const path = pathOf(operation, 'missing value')
    const place = this.#at(path) ?? fail('add', `path: ${JSON.stringify(path)}`)
    within(`error in add for path: '${path}'`, () => place.insert(operation.value))
  }

  #remove(operation: Operation): void {
    const path = pathOf(operation, 'missing value')
    const place = this.#at(path) ?? fail('remove', `path: ${JSON.stringify(path)}`)
    within(`error in remove for path: '${path}'`, () => place.remove())
  }

  #replace(operation: Operation): void {
    const path = pathOf(operation)
    if (path === '') return this.#replaceAll(operation.value)
    const place = this.#at(path) ?? fail('replace', `path: ${path}`)
    if (!place.canRead()) fail('replace', `key: ${path}`)
    place.put(operation.value)
  }

  #replaceAll(value: LazyJson | undefined): void {
    if (value === undefined || containerOf(value) === undefined)
      throw new PatchFailure('replace operation value must be object or array: %!w(<nil>)')
    this.document = value
  }

  #move(operation: Operation): void {
    const from = fromOf(operation)
    const source = this.#at(from) ?? fail('move', `from path: ${from}`)
    const part = within(`error in move for path: '${source.key}'`, () => source.take())
    const path = pathOf(operation)
    const place = this.#at(path) ?? fail('move', `destination path: ${path}`)
    within(`error in move for path: '${path}'`, () => place.insert(part))
  }

  #copy(operation: Operation): void {
    const from = fromOf(operation)
    const source = this.#at(from) ?? fail('copy', `from path: ${from}`)
    const text = within(`error in copy for from: '${from}'`, () => source.read())?.toString()
    const path = pathOf(operation, 'missing value')
    const place = this.#at(path) ?? fail('copy', `destination path: ${path}`)
    this.#countCopied(text)
    const copy = text === undefined ? undefined : new LazyJson(text)
    within('error while adding value during copy', () => place.insert(copy))
  }

  #countCopied(text: string | undefined): void {
    this.#copied += text === undefined ? 0 : Buffer.byteLength(text)
    if (this.#copied <= copyLimit) return
    const size = `the accumulated size increase of copy is ${this.#copied}, exceeding the limit ${copyLimit}`
    throw new PatchFailure(`Unable to complete the copy, ${size}`)
  }

  #test(operation: Operation): void {
    const path = pathOf(operation)
    const part = path === '' ? this.document : this.#tested(path)
    const { value } = operation
    const isEqual = part === undefined ? (value?.isNull ?? true) : value !== undefined && part.equals(value)
    if (!isEqual) throw new PatchFailure(`testing value ${path} failed: test failed`, true)
  }

  #tested(path: string): Part {
    const place = this.#at(path)
    if (place === undefined)
      throw new PatchFailure(`test operation does not apply: is missing path: ${path}: missing value`)
    return within(`error in test for path: '${path}'`, () => place.read())
  }

  /** `undefined` if a step of the path is missing. */
  #at(path: string): Place | undefined {
    const [, ...steps] = path.split('/').map(unescapeStep)
    const key = steps.pop()
    if (key === undefined || steps.length > deepestKept) return undefined
    let container = containerOf(this.document)
    for (const step of steps) container = container?.has(step) ? containerOf(container.read(step)) : undefined
    return container && new Place(container, key)
  }
}

/** The location in the document that an operation targets. */
class Place {
  readonly #container: Container
  readonly key: string

  constructor(container: Container, key: string) {
    this.#container = container
    this.key = key
  }

  canRead(): boolean {
    return this.#container.has(this.key)
  }

  read(): Part {
    return this.#container.read(this.key)
  }

  take(): Part {
    const part = this.read()
    this.remove()
    return part
  }

  put(part: Part): void {
    this.#container.put(this.key, part)
  }

  insert(part: Part): void {
    this.#container.insert(this.key, part)
  }

  remove(): void {
    this.#container.remove(this.key)
  }
}

function fail(operation: string, what: string): never {
  throw new PatchFailure(`${operation} operation does not apply: doc is missing ${what}: missing value`)
}

function pathOf({ op, path }: Operation, why = 'operation missing path field: missing value'): string {
  if (path !== undefined) return path
  throw new PatchFailure(`${op} operation failed to decode path: ${why}`)
}

function fromOf({ op, from }: Operation): string {
  if (from !== undefined) return from
  throw new PatchFailure(`${op} operation failed to decode from: operation, missing from field: missing value`)
}

function unescapeStep(step: string): string {
  return step.replace(/~[01]/g, (escaped) => (escaped === '~1' ? '/' : '~'))
}
