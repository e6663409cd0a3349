/**
 * JSON patch as the API server carries it out, which is kinder than RFC 6902: a field may be replaced that is not there, a
 * missing one tests and copies as null, and positions may count from the end of a list. `core` has the patch by the book.
 */
import { deepestKept } from '../codec/depth-limit.ts'
import { LazyJson, type Part } from './lazy-json.ts'
import { containerOf, type Container } from './patch-container.ts'
import { PatchFailure } from './patch-failure.ts'

/** One step of a patch. */
export interface Operation {
  readonly op: string
  /** `undefined` if the operation has none; so are `from` and `value`. */
  readonly path: string | undefined
  readonly from: string | undefined
  readonly value: LazyJson | undefined
}

/** How many bytes all copies of a patch may make, so that a small patch cannot make a huge object. */
const copyLimit = 3 * 1024 * 1024

/** The text of the changed document. Failure: throws `PatchFailure` if any operation does not apply. */
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
        return this.#at(operation.path).insert(operation.value)
      case 'remove':
        return this.#at(operation.path).remove()
      case 'replace':
        return this.#replace(operation)
      case 'move':
        return this.#move(operation)
      case 'copy':
        return this.#copy(operation)
      case 'test':
        return this.#test(operation)
      default:
        throw new PatchFailure(`unexpected kind: ${operation.op}`)
    }
  }

  #replace({ path, value }: Operation): void {
    if (path !== '') {
      const place = this.#at(path)
      place.read()
      return place.put(value)
    }
    if (value === undefined || containerOf(value) === undefined) throw new PatchFailure('not a document')
    this.document = value
  }

  #move({ from, path }: Operation): void {
    const place = this.#at(from)
    const part = place.read()
    place.remove()
    this.#at(path).insert(part)
  }

  #copy({ from, path }: Operation): void {
    const part = this.#at(from).read()
    const place = this.#at(path)
    const text = part?.toString()
    this.#copied += text === undefined ? 0 : Buffer.byteLength(text)
    if (this.#copied > copyLimit) throw new PatchFailure('copies too much')
    place.insert(text === undefined ? undefined : new LazyJson(text))
  }

  #test({ path, value }: Operation): void {
    const part = path === '' ? this.document : this.#at(path).read()
    const isEqual = part === undefined ? (value?.isNull ?? true) : value !== undefined && part.equals(value)
    if (!isEqual) throw new PatchFailure('test failed')
  }

  #at(path: string | undefined): Place {
    const [start, ...steps] = (path ?? '').split('/').map(unescape)
    const last = steps.pop()
    if (start === undefined || last === undefined || steps.length > deepestKept)
      throw new PatchFailure(`missing path: ${path}`)
    let container = containerOf(this.document)
    for (const step of steps) container = containerOf(container?.read(step))
    if (container === undefined) throw new PatchFailure(`missing path: ${path}`)
    return new Place(container, last)
  }
}

/** Where in the document an operation works. */
class Place {
  readonly #container: Container
  readonly #key: string

  constructor(container: Container, key: string) {
    this.#container = container
    this.#key = key
  }

  read(): Part {
    return this.#container.read(this.#key)
  }

  put(part: Part): void {
    this.#container.put(this.#key, part)
  }

  insert(part: Part): void {
    this.#container.insert(this.#key, part)
  }

  remove(): void {
    this.#container.remove(this.#key)
  }
}

function unescape(step: string): string {
  return step.replace(/~[01]/g, (escaped) => (escaped === '~1' ? '/' : '~'))
}
