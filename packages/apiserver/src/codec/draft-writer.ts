/**
 * Serializes a value as Go does: fields in the order of the type, map keys sorted, empty optional fields omitted, and zero
 * for every other missing field. Empty lists and maps become nil once an object has been through protobuf, which cannot
 * tell empty from nil; before that they are kept.
 *
 * The value may come straight from `JSON.parse`: it is written if Go has only one reading of it. Anything else is
 * `Unusual`, and left to the decoders that implement Go's rules in full.
 */
import { deepestKept } from './depth-limit.ts'
import { readBase64 } from '../go/go-base64.ts'
import { readQuantity } from '../go/go-quantity.ts'
import { readTime } from '../go/go-time.ts'
import type { GoField, GoType, MapType, SpecialType, StructType, UnionType } from '../go/go-type.ts'
import { type GoValue, putKey } from '../go/go-value.ts'
import { ValueProblem } from '../go/value-problem.ts'

/** The value does not match the type, or is not in its plainest form. */
export class Unusual extends Error {
  override readonly name = 'Unusual'
}

export interface Written {
  readonly object: GoValue
  /** The total number of members in all objects of the value. */
  readonly members: number
}

/**
 * Returns a new object; untyped parts are shared with `value`.
 *
 * Failure: throws `Unusual`.
 */
export function writeChecked(type: StructType, value: unknown): Written {
  const writer = new DraftWriter({ isDecoded: false, keepsEmpty: true })
  try {
    const object = writer.struct(type, value)
    return { object, members: writer.members }
  } catch (error) {
    throw error instanceof ValueProblem ? new Unusual() : error
  }
}

/** Like `writeChecked`, for a value that a decoder has produced. */
export function writeDecoded(type: StructType, value: GoValue): GoValue {
  return new DraftWriter({ isDecoded: true, keepsEmpty: true }).struct(type, value)
}

/** Like `writeDecoded`, in the form after storage. */
export function writeStored(type: StructType, value: GoValue): GoValue {
  return new DraftWriter({ isDecoded: true, keepsEmpty: false }).struct(type, value)
}

class DraftWriter {
  members = 0
  /** Whether values with a canonical form (times, quantities, bytes) are already in it. */
  readonly #isDecoded: boolean
  /** Whether empty and missing are distinct. */
  readonly #keepsEmpty: boolean
  /** Nesting depth of the structs being written. */
  #depth = 0

  constructor({ isDecoded, keepsEmpty }: { readonly isDecoded: boolean; readonly keepsEmpty: boolean }) {
    this.#isDecoded = isDecoded
    this.#keepsEmpty = keepsEmpty
  }

  struct(type: StructType, value: unknown): GoValue {
    if (typeof value !== 'object' || Array.isArray(value)) throw new Unusual()
    const source = (value ?? {}) as GoValue
    if (++this.#depth > deepestKept) throw new Unusual()
    const written: GoValue = {}
    let known = 0
    for (const field of type.members.fields) {
      const content = source[field.name]
      if (content !== undefined) known++
      this.#field(field, content, written)
    }
    this.#depth--
    this.members += known
    if (!this.#isDecoded && known !== countKeys(source)) throw new Unusual()
    return written
  }

  #field(field: GoField, content: unknown, written: GoValue): void {
    if (field.isPointer && (content === undefined || content === null)) {
      // In a decoded value null means present but serialized as null; in JSON it means missing.
      // `schemaOrList` is the exception: a value that is neither a schema nor a list counts as missing.
      const isNil = content === undefined || !this.#isDecoded || field.type.kind === 'schemaOrList'
      if (!(isNil && field.omitsEmpty)) written[field.name] = null
      return
    }
    const result = this.#write(field.type, content ?? undefined)
    const isLeftOut = field.omitsEmpty && !field.isPointer && field.type.kind !== 'struct' && isEmpty(result)
    if (isLeftOut && !this.#isReset(field, result)) return
    written[field.name] = result
  }

  /** An explicitly empty `managedFields` is a request to reset it. */
  #isReset({ name }: GoField, result: unknown): boolean {
    return this.#keepsEmpty && name === 'managedFields' && Array.isArray(result)
  }

  #write(type: GoType, content: unknown): unknown {
    switch (type.kind) {
      case 'string':
        return content === undefined || typeof content === 'string' ? (content ?? '') : unusual()
      case 'struct':
        return this.struct(type, content ?? null)
      case 'list':
        // An empty protobuf message is still present.
        return this.#list(type.item, content) ?? (type.isMessage ? [] : null)
      case 'map':
        return this.#map(type, content)
      case 'bool':
        return content === undefined || typeof content === 'boolean' ? (content ?? false) : unusual()
      case 'int32':
      case 'int64':
      case 'uint8':
      case 'float64':
        return writeNumber(type.kind, content, this.#isDecoded)
      case 'bytes':
        return content === undefined || this.#isDecoded ? (content ?? null) : readBase64(textOf(content))
      case 'schemaOrBool':
      case 'schemaOrList':
      case 'schemaOrStrings':
        return this.#union(type, content)
      default:
        return this.#special(type.kind, content)
    }
  }

  #list(item: GoType, list: unknown): unknown {
    if (list === undefined) return null
    if (!Array.isArray(list)) return unusual()
    if (list.length === 0) return this.#keepsEmpty ? [] : null
    return list.map((content: unknown) => this.#write(item, content ?? undefined))
  }

  #map({ value }: MapType, map: unknown): unknown {
    if (map === undefined) return null
    if (typeof map !== 'object' || Array.isArray(map)) return unusual()
    const keys = Object.keys(map as GoValue)
    if (keys.length === 0) return this.#keepsEmpty ? {} : null
    this.members += keys.length
    const written: GoValue = {}
    for (const key of inOrder(keys)) {
      const content = this.#write(value, (map as GoValue)[key] ?? undefined)
      // Protobuf has no nil map values.
      putKey(written, key, value.kind === 'bytes' ? (content ?? '') : content)
    }
    return written
  }

  #special(kind: SpecialType['kind'], content: unknown): unknown {
    switch (kind) {
      case 'quantity':
        if (content === undefined || this.#isDecoded) return content ?? '0'
        return writeQuantity(content)
      case 'time':
      case 'microTime':
        if (content === undefined || this.#isDecoded) return content ?? null
        return readTime(textOf(content), kind === 'time' ? 'seconds' : 'micros')
      case 'intOrString':
        return typeof content === 'string' ? content : writeNumber('int32', content, this.#isDecoded)
      case 'raw':
        // Stored values were counted when they were decoded.
        if (this.#keepsEmpty && typeof content === 'object') this.members += countMembers(content, deepestKept)
        return content ?? null
    }
  }

  #union({ kind, schema }: UnionType, content: unknown): unknown {
    if (content === undefined) return null
    if (kind !== 'schemaOrBool' && Array.isArray(content)) {
      return this.#list(kind === 'schemaOrList' ? schema : { kind: 'string', name: 'string' }, content)
    }
    if (typeof content === 'object') return this.struct(schema, content)
    return kind === 'schemaOrBool' && typeof content === 'boolean' ? content : unusual()
  }
}

/** Keys that have been written before are already sorted. */
function inOrder(keys: string[]): readonly string[] {
  for (let at = 1; at < keys.length; at++) if (keys[at - 1]! > keys[at]!) return keys.sort()
  return keys
}

/** Quantities in common notation that are already canonical. */
const plainQuantity = /^(?:0|[1-9]\d{0,2}(?:m|[KMGT]i|[kMGT])?)$/

function unusual(): never {
  throw new Unusual()
}

function isEmpty(result: unknown): boolean {
  if (result === null || result === '' || result === 0 || result === false) return true
  return typeof result === 'object' && Object.keys(result as object).length === 0
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : unusual()
}

function writeQuantity(content: unknown): string {
  const text = Number.isSafeInteger(content) ? String(content) : textOf(content)
  return plainQuantity.test(text) ? text : readQuantity(text)
}

/** A decoder has read all digits of a number; a number from `JSON.parse` is trusted only within double precision. */
function writeNumber(kind: 'int32' | 'int64' | 'uint8' | 'float64', content: unknown, isDecoded: boolean): unknown {
  if (content === undefined) return 0
  if (typeof content !== 'number') return unusual()
  if (kind === 'int64' && isDecoded && Number.isInteger(content)) return content
  if (kind === 'float64' || (kind === 'int32' ? (content | 0) === content : Number.isSafeInteger(content)))
    return content
  return unusual()
}

function countKeys(value: GoValue): number {
  let count = 0
  for (const _ in value) count++
  return count
}

function countMembers(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === 0) throw new Unusual()
  const contents = Object.values(value)
  const own = Array.isArray(value) ? 0 : contents.length
  return contents.reduce<number>((sum, content) => sum + countMembers(content, depth - 1), own)
}
