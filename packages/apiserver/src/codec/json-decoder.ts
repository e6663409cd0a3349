/**
 * From JSON to a value of a Go type, as kube-apiserver's decoder does it: in one pass and in the order of the text.
 *
 * Guarantees
 * - What is not a field is dropped and reported, and so is a field that comes twice, up to 100 of both.
 * - A value of the wrong type does not stop the reading, and the first one is what is complained about. A value that
 *   reads itself (a time, a quantity) stops it at once, and its complaint goes before all others.
 * - A field that comes twice is read into what is already there, item by item in lists, as Go does.
 *
 * The result has every field that was set, zero or not; `draft-writer.ts` decides what is written of it.
 */
import { mostToldCharacters } from '../status/told.ts'
import { goQuote } from './go-quote.ts'
import { type GoValue, putKey } from './go-value.ts'
import type { GoField, GoType, ListType, MapType, ScalarType, SpecialType, StructType, UnionType } from './go-type.ts'
import { readBase64 } from './go-base64.ts'
import { readNumber } from './go-number.ts'
import { readQuantity } from './go-quantity.ts'
import { readTime } from './go-time.ts'
import { code, JsonText, kindOf, NotJson } from './json-text.ts'
import { formatPath, mismatchText } from './type-mismatch.ts'
import { ValueProblem } from './value-problem.ts'

export interface DecodedJson {
  readonly value: GoValue
  /** `unknown field "spec.foo"`, in the order of the text, each once. */
  readonly strictErrors: readonly string[]
  /** Why the value cannot be of the type, in Go's words. */
  readonly problem: string | undefined
}

const text: ScalarType = { kind: 'string', name: 'string' }

/** Go stops counting there. */
const mostStrictErrors = 100

/** Failure: throws `NotJson` for a text that is none. */
export function decodeJson(text: string, type: StructType | ListType): DecodedJson {
  const decoder = new JsonDecoder(text)
  try {
    return decoder.decode(type)
  } catch (error) {
    if (!(error instanceof ValueProblem)) throw error
    // Before Go looks at any value it has seen that the whole text is JSON.
    checkJson(text)
    return { value: {}, strictErrors: [], problem: error.message }
  }
}

/**
 * One value that reads itself, with nothing around it.
 *
 * Failure: throws a `ValueProblem`.
 */
export function decodeOne(text: string, type: SpecialType | UnionType): unknown {
  return new JsonDecoder(text).one(type)
}

function checkJson(text: string): void {
  const all = new JsonText(text)
  all.skip()
  if (!all.isAtEnd) throw new NotJson()
}

class JsonDecoder {
  readonly #text: JsonText
  /** From the root to the value being read. */
  readonly #path: (GoField | number | string)[] = []
  readonly #strictErrors = new Set<string>()
  #toldCharacters = 0
  /** The first value of a wrong type. */
  #problem: string | undefined
  /** Above zero inside values that read themselves: they do not mind what they do not know. */
  #tolerance = 0

  constructor(text: string) {
    this.#text = new JsonText(text)
  }

  decode(type: StructType | ListType): DecodedJson {
    const value = (this.#value(type, undefined) as GoValue | undefined) ?? {}
    if (!this.#text.isAtEnd) throw new NotJson()
    return { value, strictErrors: [...this.#strictErrors], problem: this.#problem }
  }

  one(type: SpecialType | UnionType): unknown {
    return this.#value(type, undefined)
  }

  /** @param before what is already there, because the field comes for the second time */
  #value(type: GoType, before: unknown): unknown {
    const next = this.#text.peek()
    switch (type.kind) {
      case 'struct':
        return next === code.open ? this.#struct(type, before as GoValue | undefined) : this.#other(next, type, before)
      case 'string':
        return next === code.quote ? this.#text.string() : this.#other(next, type, before)
      case 'list':
        return next === code.openList ? this.#list(type.item, before) : this.#other(next, type, undefined)
      case 'map':
        return next === code.open ? this.#map(type, before) : this.#other(next, type, undefined)
      case 'bytes':
        return this.#bytes(type, next)
      case 'bool':
        return this.#bool(type, next, before)
      case 'int32':
      case 'int64':
      case 'float64':
      case 'uint8':
        return this.#number(type, next, before)
      default:
        return this.#special(type, next, before)
    }
  }

  /** Null empties what can be nil and leaves all else as it is; anything else does not belong here. */
  #other(next: number, type: GoType, ifNull: unknown): unknown {
    if (next === code.n) {
      this.#text.word('null')
      return ifNull
    }
    this.#complain(kindOf(next), type.name)
    this.#text.skip()
    return ifNull
  }

  #struct(type: StructType, before: GoValue | undefined): GoValue {
    const { byName } = type.members
    const value: GoValue = before ?? {}
    const seen = before === undefined ? undefined : new Set<GoField>()
    this.#members((key) => {
      const field = byName.get(key)
      if (field === undefined) return this.#unknown(key)
      const isTwice = seen === undefined ? Object.hasOwn(value, key) : seen.has(field)
      if (isTwice) this.#strict('duplicate', key)
      seen?.add(field)
      this.#path.push(field)
      value[key] = this.#field(field, value[key])
      this.#path.pop()
    })
    return value
  }

  #field(field: GoField, before: unknown): unknown {
    if (field.isPointer && this.#text.peek() === code.n) {
      this.#text.word('null')
      return undefined
    }
    return this.#value(field.type, before)
  }

  #map(type: MapType, before: unknown): GoValue {
    const map: GoValue = (before as GoValue | undefined) ?? {}
    const seen = before === undefined ? undefined : new Set<string>()
    this.#members((key) => {
      if (seen === undefined ? Object.hasOwn(map, key) : seen.has(key)) this.#strict('duplicate', key)
      seen?.add(key)
      this.#path.push(key)
      putKey(map, key, this.#value(type.value, undefined))
      this.#path.pop()
    })
    return map
  }

  #list(item: GoType, before: unknown): unknown[] {
    const list = (before as unknown[] | undefined) ?? []
    let index = 0
    this.#items(() => {
      this.#path.push(index)
      list[index] = this.#value(item, list[index])
      this.#path.pop()
      index++
    })
    list.length = index
    return list
  }

  #bool(type: ScalarType, next: number, before: unknown): unknown {
    if (next === code.t) {
      this.#text.word('true')
      return true
    }
    if (next !== code.f) return this.#other(next, type, before)
    this.#text.word('false')
    return false
  }

  #number(type: ScalarType, next: number, before: unknown): unknown {
    if (!isNumber(next)) return this.#other(next, type, before)
    const literal = this.#text.number()
    const value = readNumber(literal, type.kind)
    if (value !== undefined) return value
    this.#complain(`number ${literal}`, type.name)
    return before
  }

  /** Bytes do not read themselves, so what is wrong with them does not end the reading. */
  #bytes(type: GoType, next: number): unknown {
    if (next === code.openList) return this.#listedBytes()
    if (next !== code.quote) return this.#other(next, type, undefined)
    const text = this.#text.string()
    try {
      return readBase64(text)
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error
      this.#problem ??= error.message
      return undefined
    }
  }

  /** To Go bytes are a list of small numbers, and so they may be written. */
  #listedBytes(): string {
    const bytes: number[] = []
    this.#items(() => void bytes.push((this.#value({ kind: 'uint8', name: 'uint8' }, 0) as number | undefined) ?? 0))
    return Buffer.from(bytes).toString('base64')
  }

  #special(type: SpecialType | UnionType, next: number, before: unknown): unknown {
    if (next === code.n && type.kind !== 'schemaOrBool') {
      this.#text.word('null')
      return type.kind === 'raw' || type.kind === 'intOrString' ? before : undefined
    }
    switch (type.kind) {
      case 'raw':
        return this.#text.any()
      case 'time':
        return this.#time(next, 'seconds')
      case 'microTime':
        return this.#time(next, 'micros')
      case 'quantity':
        return this.#quantity(next)
      case 'intOrString':
        return next === code.quote ? this.#text.string() : this.#intOrString(next)
      default:
        return this.#union(type, next)
    }
  }

  #time(next: number, precision: 'seconds' | 'micros'): unknown {
    if (next !== code.quote) throw this.#misread(kindOf(next), 'string')
    return readTime(this.#text.string(), precision)
  }

  /** Go hands over the bare text between the quotes, or whatever else stands there. */
  #quantity(next: number): unknown {
    if (next === code.quote) return readQuantity(this.#text.rawString())
    return readQuantity(isNumber(next) ? this.#text.number() : '?')
  }

  #intOrString(next: number): unknown {
    if (!isNumber(next)) throw this.#misread(kindOf(next), 'int32')
    const literal = this.#text.number()
    const value = readNumber(literal, 'int32')
    if (value === undefined) throw this.#misread(`number ${literal}`, 'int32')
    return value
  }

  #union({ kind, schema }: UnionType, next: number): unknown {
    if (next === code.open) return this.#apart(() => this.#struct(schema, undefined))
    if (kind === 'schemaOrBool') {
      if (next !== code.t && next !== code.f) throw new ValueProblem('boolean or JSON schema expected')
      return this.#bool({ kind: 'bool', name: 'bool' }, next, undefined)
    }
    if (next === code.openList) return this.#apart(() => this.#list(kind === 'schemaOrList' ? schema : text, undefined))
    this.#text.skip()
    return null
  }

  /** Inside, a value of a wrong type is as bad as one that cannot read itself, and nothing unknown is reported. */
  #apart(read: () => unknown): unknown {
    const problem = this.#problem
    this.#problem = undefined
    this.#tolerance++
    const value = read()
    if (this.#problem !== undefined) throw new ValueProblem(this.#problem)
    this.#tolerance--
    this.#problem = problem
    return value
  }

  /** Calls `member` with each key of the object that starts here; it must take the value. */
  #members(member: (key: string) => void): void {
    this.#text.enter()
    if (this.#text.peek() !== code.close) {
      for (;;) {
        member(this.#text.key())
        const next = this.#text.peek()
        if (next === code.close) break
        if (next !== code.comma) throw new NotJson()
        this.#text.take()
      }
    }
    this.#text.leave()
  }

  #items(item: () => void): void {
    this.#text.enter()
    if (this.#text.peek() !== code.closeList) {
      for (;;) {
        item()
        const next = this.#text.peek()
        if (next === code.closeList) break
        if (next !== code.comma) throw new NotJson()
        this.#text.take()
      }
    }
    this.#text.leave()
  }

  #unknown(key: string): void {
    this.#strict('unknown', key)
    this.#text.skip()
  }

  #strict(what: 'unknown' | 'duplicate', key: string): void {
    const isTold = this.#strictErrors.size < mostStrictErrors && this.#toldCharacters <= mostToldCharacters
    if (this.#tolerance > 0 || !isTold) return
    const error = `${what} field ${goQuote(formatPath([...this.#path, key]))}`
    this.#toldCharacters += error.length
    this.#strictErrors.add(error)
  }

  #complain(value: string, type: string): void {
    this.#problem ??= mismatchText(value, this.#path, type)
  }

  #misread(value: string, type: string): ValueProblem {
    return new ValueProblem(mismatchText(value, this.#path, type))
  }
}

function isNumber(next: number): boolean {
  return next === code.minus || (next >= code.zero && next <= code.nine)
}
