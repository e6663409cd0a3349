/**
 * Decodes JSON into a value of a Go type as kube-apiserver's decoder does: in one pass, in the order of the text.
 *
 * Guarantees
 * - Unknown fields are dropped and reported. Duplicate fields are reported too, up to 100 errors in all.
 * - A value of the wrong type does not stop decoding; the first one is reported. A failure of a type with its own
 *   unmarshalling (a time, a quantity) stops decoding at once and takes precedence.
 * - A duplicate field is decoded into the existing value, item by item in lists, as Go does.
 *
 * The result has every field that was set, zero or not; `draft-writer.ts` decides which of them are serialized.
 */
import { goQuote } from '@kubewright/core/go'
import { maxErrorCharacters } from '../status/response-limit.ts'
import { type GoValue, putKey } from '../go/go-value.ts'
import type {
  GoField,
  GoType,
  ListType,
  MapType,
  ScalarType,
  SpecialType,
  StructType,
  UnionType,
} from '../go/go-type.ts'
import { readBase64 } from '../go/go-base64.ts'
import { readNumber } from '../go/go-number.ts'
import { readQuantity } from '../go/go-quantity.ts'
import { readTime } from '../go/go-time.ts'
import { code, JsonText, kindOf, NotJson } from './json-text.ts'
import { formatPath, mismatchText } from './type-mismatch.ts'
import { ValueProblem } from '../go/value-problem.ts'

export interface DecodedJson {
  readonly value: GoValue
  /** `unknown field "spec.foo"`, in the order of the text, each once. */
  readonly strictErrors: readonly string[]
  /** Why the value does not fit the type, in Go's words. */
  readonly problem: string | undefined
}

const text: ScalarType = { kind: 'string', name: 'string' }

/** Go reports no more than this. */
const mostStrictErrors = 100

/** Failure: throws `NotJson` if the text is not JSON. */
export function decodeJson(text: string, type: StructType | ListType): DecodedJson {
  const decoder = new JsonDecoder(text)
  try {
    return decoder.decode(type)
  } catch (error) {
    if (!(error instanceof ValueProblem)) throw error
    // Go checks the syntax of the whole text before it decodes any value, so a syntax error takes precedence.
    checkJson(text)
    return { value: {}, strictErrors: [], problem: error.message }
  }
}

/**
 * Decodes a single value of a type with its own unmarshalling.
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
  /** Path from the root to the value being read. */
  readonly #path: (GoField | number | string)[] = []
  readonly #strictErrors = new Set<string>()
  #toldCharacters = 0
  /** The message for the first value of a wrong type. */
  #problem: string | undefined
  /** Above zero inside types with their own unmarshalling, which ignore unknown fields. */
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

  /** @param before the existing value, if the field is a duplicate */
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

  /** Null resets nilable types and leaves others unchanged; any other value is a type mismatch. */
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

  /** `[]byte` has no unmarshalling of its own, so invalid base64 does not stop decoding. */
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

  /** Go also accepts a list of numbers for `[]byte`. */
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

  /** Go passes the raw text between the quotes, or the unquoted value, to the quantity parser. */
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

  /** Decodes with the semantics of a nested unmarshal: a type mismatch is fatal, and unknown fields are not reported. */
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

  /** Calls `member` with each key of the object that starts here; it must consume the value. */
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
    const isTold = this.#strictErrors.size < mostStrictErrors && this.#toldCharacters <= maxErrorCharacters
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
