/** Lists and maps. What they hold may be made when it is asked for, so that a rule pays only for what it reads. */
import { CelError, isCelError } from './cel-error.ts'
import { Uint } from './number.ts'
import { scalarText } from './scalar-text.ts'
import type { Value } from './value.ts'

/** How collections compare what they hold. Handed in, because equality knows collections too. */
export type Equal = (left: Value, right: Value) => boolean | CelError

export abstract class ListValue {
  abstract readonly size: number

  /** The element at a valid index. */
  abstract at(index: number): Value

  *[Symbol.iterator](): Generator<Value, void, void> {
    for (let index = 0; index < this.size; index++) yield this.at(index)
  }

  /** The element at an index of any kind and value. */
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

/** A list that is there already. Lists made one from the other share what they have in common. */
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

  /** Appending to the longest list of a family costs only what is appended, as comprehensions do it all the time. */
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

/** Arrays made here, which may grow; those handed in may not. */
const families = new WeakMap<readonly Value[], Value[]>()

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

/** A map that is there already. Keys that are the same number are the same key. */
export class EntriesValue extends MapValue {
  /** Shared with maps made from this one; only the first `size` entries are this map's. */
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

  /** This map and one entry more, whose key it does not have. */
  with(key: Value, value: Value): MapValue {
    if (this.#entries.size !== this.size) return new EntriesValue([...this.#pairs(), [key, value]])
    this.#entries.set(identity(key), { key, value, index: this.size })
    return new EntriesValue(this)
  }

  *#pairs(): Generator<readonly [Value, Value], void, void> {
    for (const key of this.keys()) yield [key, this.find(key)!]
  }
}

/** Whole doubles and unsigned numbers are the keys their integers are. */
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
