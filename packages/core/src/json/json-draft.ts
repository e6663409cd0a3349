/** A copy-on-write document: each container is copied once, on its first write, and shared with the original until then. */
import { getOwn, type JsonArray, type JsonObject, type JsonValue, setOwn } from './json.ts'
import { formatJsonPointer } from './json-pointer.ts'

/** Why an operation does not fit a document. The caller, which knows the operation, reports it to the user. */
export class Misfit extends Error {
  readonly code: 'KW_CORE_JSON_PATCH' | 'KW_CORE_JSON_PATCH_TEST' | 'KW_CORE_JSON_PATCH_LIMIT'

  constructor(why: string, code: Misfit['code'] = 'KW_CORE_JSON_PATCH') {
    super(why)
    this.code = code
  }
}

type Path = readonly string[]
type Container = JsonValue[] | Record<string, JsonValue>

export class JsonDraft {
  #root: JsonValue
  /** The containers this draft created and may therefore write to. */
  readonly #own = new Set<unknown>()
  readonly #negativeIndexes: boolean

  constructor(root: JsonValue, negativeIndexes: boolean) {
    this.#root = root
    this.#negativeIndexes = negativeIndexes
  }

  get root(): JsonValue {
    return this.#root
  }

  find(path: Path): JsonValue {
    let value = this.#root
    for (const depth of path.keys()) value = this.#child(value, path, depth)
    return value
  }

  add(path: Path, value: JsonValue): void {
    const token = path.at(-1)
    if (token === undefined) this.#root = value
    else {
      const parent = this.#writable(path)
      if (Array.isArray(parent)) parent.splice(this.#slot(parent, path), 0, value)
      else setOwn(parent, token, value)
    }
  }

  replace(path: Path, value: JsonValue): void {
    this.find(path) // only an existing value can be replaced
    const token = path.at(-1)
    if (token === undefined) this.#root = value
    else this.#put(this.#writable(path), path, value)
  }

  remove(path: Path): void {
    const token = path.at(-1)
    if (token === undefined) throw new Misfit('the whole document cannot be removed')
    this.find(path)
    const parent = this.#writable(path)
    if (Array.isArray(parent)) parent.splice(this.#index(parent, path, path.length - 1), 1)
    else delete parent[token]
  }

  /** The container that holds the end of `path`; it and its ancestors are made writable. */
  #writable(path: Path): Container {
    let container = this.#copied(this.#root, path, 0)
    this.#root = container
    for (let depth = 0; depth < path.length - 1; depth++) {
      const child = this.#copied(this.#child(container, path, depth), path, depth + 1)
      this.#put(container, path.slice(0, depth + 1), child)
      container = child
    }
    return container
  }

  #copied(value: JsonValue, path: Path, depth: number): Container {
    if (typeof value !== 'object' || value === null) throw new Misfit(`${placeOf(path, depth)} is ${nameOf(value)}`)
    if (this.#own.has(value)) return value as Container
    const copy: Container = isArray(value) ? [...value] : ({ ...value } as Record<string, JsonValue>)
    this.#own.add(copy)
    return copy
  }

  #put(container: Container, path: Path, value: JsonValue): void {
    if (Array.isArray(container)) container[this.#index(container, path, path.length - 1)] = value
    else setOwn(container, path.at(-1)!, value)
  }

  #child(value: JsonValue, path: Path, depth: number): JsonValue {
    if (typeof value !== 'object' || value === null) throw new Misfit(`${placeOf(path, depth)} is ${nameOf(value)}`)
    if (isArray(value)) return value[this.#index(value, path, depth)]!
    const child = getOwn(value, path[depth]!)
    if (child === undefined) throw new Misfit(`there is nothing at ${placeOf(path, depth + 1)}`)
    return child
  }

  /** The index of an existing item. */
  #index(array: JsonArray, path: Path, depth: number): number {
    const index = this.#readIndex(array.length, path, depth)
    if (index >= 0 && index < array.length) return index
    throw new Misfit(`there is nothing at ${placeOf(path, depth + 1)}: the array has ${array.length} items`)
  }

  /** The index at which an item may be inserted: before any other, or after the last. */
  #slot(array: JsonArray, path: Path): number {
    if (path.at(-1) === '-') return array.length
    const index = this.#readIndex(array.length + 1, path, path.length - 1)
    if (index >= 0 && index <= array.length) return index
    throw new Misfit(`${placeOf(path, path.length)} is past the end: the array has ${array.length} items`)
  }

  #readIndex(length: number, path: Path, depth: number): number {
    const token = path[depth]!
    if (/^(?:0|[1-9]\d*)$/.test(token)) return Number(token)
    if (this.#negativeIndexes && /^-[1-9]\d*$/.test(token)) return length + Number(token)
    throw new Misfit(`${JSON.stringify(token)} is not an index of the array at ${placeOf(path, depth)}`)
  }
}

function isArray(value: JsonArray | JsonObject): value is JsonArray {
  return Array.isArray(value)
}

function placeOf(path: Path, depth: number): string {
  return depth === 0 ? 'the root' : formatJsonPointer(path.slice(0, depth))
}

function nameOf(value: JsonValue): string {
  return value === null ? 'null, not an object or array' : `a ${typeof value}, not an object or array`
}
