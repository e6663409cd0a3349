/** Lists and maps. Elements may be created on access, so that a rule pays only for the elements it reads. */
import { CelError, isCelError } from './cel-error.ts'
import { Uint } from './number.ts'
import { scalarText } from './scalar-text.ts'
import type { Value } from './value.ts'

/** Compares elements. A parameter, because equality itself depends on collections. */
export type Equal = (left: Value, right: Value) => boolean | CelError

/** A list. Implement it to convert items only when they are read. */
export abstract class ListValue {
  abstract readonly size: number

  /** The element at a valid index. */
  abstract at(index: number): Value

  *[Symbol.iterator](): Generator<Value, void, void> {
    for (let index = 0; index < this.size; index++) yield this.at(index)
  }

  /** The element at an index of any type and value. */
  get(index: Value): Value {
    const position = positionOf(index)
    if (isCelError(position)) return position
    return position >= 0 && position < this.size ? this.at(position) : this.outOfBounds(position)
  }

  protected outOfBounds(position: number): CelError {
    return new CelError(`index out of bounds: ${position}`)
  }

  concat(other: ListValue): ListValue {
    return new ArrayValue([...this, ...other])
  }

  equals(other: Value, equal: Equal): boolean | CelError {
    if (!(other instanceof ListValue)) return false
    if (this.size !== other.size) return false
    for (let index = 0; index < this.size; index++) {
      const verdict = equal(this.at(index), other.at(index))
      if (verdict !== true) return verdict
    }
    return true
  }
}

/** A materialized list. Lists that are built from one another share their backing array. */
export class ArrayValue extends ListValue {
  readonly #elements: readonly Value[]
  readonly size: number

  constructor(elements: readonly Value[], size = elements.length) {
    super()
    this.#elements = elements
    this.size = size
  }

  at(index: number): Value {
    return this.#elements[index]!
  }

  /** Appending to the longest list of a shared array copies only the new elements; comprehensions do this all the time. */
  override concat(other: ListValue): ListValue {
    const family = families.get(this.#elements)
    if (family === undefined || family.length !== this.size) {
      const copy = [...this, ...other]
      families.set(copy, copy)
      return new ArrayValue(copy)
    }
    for (const element of other) family.push(element)
    return new ArrayValue(family)
  }
}

/** Arrays created here, which may grow; arrays passed in may not. */
const families = new WeakMap<readonly Value[], Value[]>()

/** A map. Implement it to convert values only when they are read. */
export abstract class MapValue {
  abstract readonly size: number
  abstract keys(): Iterable<Value>
  abstract find(key: Value): Value | undefined

  get(key: Value): Value {
    const found = this.find(key)
    return found === undefined ? new CelError(`no such key: ${scalarText(key)}`) : found
  }

  equals(other: Value, equal: Equal): boolean | CelError {
    if (!(other instanceof MapValue) || this.size !== other.size) return false
    for (const key of this.keys()) {
      const theirs = other.find(key)
      if (theirs === undefined) return false
      const verdict = equal(this.find(key)!, theirs)
      if (verdict !== true) return verdict
    }
    return true
  }
}

/** A materialized map. Equal numbers of different types are the same key. */
export class EntriesValue extends MapValue {
  /** Shared with maps built from this one; only the first `size` entries belong to this map. */
  readonly #entries: Map<string, { readonly key: Value; readonly value: Value; readonly index: number }>
  readonly size: number

  constructor(entries: Iterable<readonly [Value, Value]> | EntriesValue) {
    super()
    if (entries instanceof EntriesValue) this.#entries = entries.#entries
    else {
      this.#entries = new Map()
      for (const [key, value] of entries) this.#entries.set(identity(key), { key, value, index: this.#entries.size })
    }
    this.size = this.#entries.size
  }

  *keys(): Generator<Value, void, void> {
    for (const { key, index } of this.#entries.values()) {
      if (index >= this.size) return
      yield key
    }
  }

  find(key: Value): Value | undefined {
    const entry = this.#entries.get(identity(key))
    return entry !== undefined && entry.index < this.size ? entry.value : undefined
  }

  /** This map with one more entry, whose key must be new. */
  with(key: Value, value: Value): MapValue {
    if (this.#entries.size !== this.size) return new EntriesValue([...this.#pairs(), [key, value]])
    this.#entries.set(identity(key), { key, value, index: this.size })
    return new EntriesValue(this)
  }

  *#pairs(): Generator<readonly [Value, Value], void, void> {
    for (const key of this.keys()) yield [key, this.find(key)!]
  }
}

/** Integral doubles and `uint`s are the same keys as the equal `int`s. */
function identity(key: Value): string {
  if (key instanceof Uint) return `number ${key.value}`
  if (typeof key === 'bigint' || typeof key === 'number') return `number ${key}`
  return `${typeof key} ${scalarText(key)}`
}

function positionOf(index: Value): number | CelError {
  if (typeof index === 'bigint') return Number(index)
  if (index instanceof Uint) return Number(index.value)
  if (typeof index === 'number' && Number.isInteger(index)) return index
  if (typeof index === 'number') return new CelError(`unsupported index value ${index} in list`)
  return new CelError(`unsupported index type '${typeof index}' in list`)
}
