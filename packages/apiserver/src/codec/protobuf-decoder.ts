/** Decodes a protobuf message into a value of a Go type, by field number. See decision 0072. */
import { readQuantity } from '../go/go-quantity.ts'
import { formatTime, type TimePrecision } from '../go/go-time.ts'
import type { GoField, GoType, Inlined, ListType, MapType, ScalarType, StructType, UnionType } from '../go/go-type.ts'
import { type GoValue, putKey } from '../go/go-value.ts'
import { JsonText, NotJson } from './json-text.ts'
import { expectWire, numberOf, ProtobufWire, type Tag, wireType } from './protobuf-wire.ts'
import { ValueProblem } from '../go/value-problem.ts'

/** Failure: throws a `ValueProblem`. Unknown fields are skipped silently. */
export function decodeProtobuf(bytes: Buffer, type: StructType): GoValue {
  const value: GoValue = {}
  new ProtobufDecoder(bytes).message(type.members.byNumber, type.localName, value)
  return value
}

type Fields = ReadonlyMap<number, GoField | Inlined>

class ProtobufDecoder {
  readonly #wire: ProtobufWire

  constructor(bytes: Buffer) {
    this.#wire = new ProtobufWire(bytes)
  }

  /** Reads to the end of the current message. Repeated occurrences of a field are merged, as protobuf requires. */
  message(fields: Fields, name: string, value: GoValue): void {
    while (!this.#wire.isAtEnd) {
      const tag = this.#wire.tag(name)
      const field = fields.get(numberOf(tag))
      if (field === undefined) this.#wire.skip(tag)
      else if ('inlined' in field) this.#inlined(tag, field, value)
      else value[field.name] = this.#value(field.type, tag, field.name, value[field.name])
    }
  }

  #inlined(tag: Tag, { name, inlined }: Inlined, value: GoValue): void {
    expectWire(tag, wireType.bytes, name)
    this.#wire.within(() => this.message(inlined, name, value))
  }

  /** @param field its name, for error messages */
  #value(type: GoType, tag: Tag, field: string, before: unknown): unknown {
    switch (type.kind) {
      case 'string':
        expectWire(tag, wireType.bytes, field)
        return this.#wire.string()
      case 'int32':
      case 'int64':
      case 'bool':
        expectWire(tag, wireType.varint, field)
        return this.#wire[type.kind]()
      case 'float64':
        expectWire(tag, wireType.fixed64, field)
        return this.#wire.float64()
      case 'list':
        return this.#list(type, tag, field, before)
      default:
        expectWire(tag, wireType.bytes, field)
        return this.#long(type, before)
    }
  }

  /** Reads a length-delimited value. */
  #long(type: GoType, before: unknown): unknown {
    switch (type.kind) {
      case 'struct':
        return this.#struct(type, before)
      case 'map':
        return this.#entry(type, before)
      case 'bytes':
        return this.#wire.bytes().toString('base64')
      case 'time':
        return this.#time('seconds')
      case 'microTime':
        return this.#time('micros')
      case 'quantity':
        return this.#quantity()
      case 'intOrString':
        return this.#intOrString()
      case 'raw':
        return this.#raw()
      default:
        return this.#union(type as UnionType)
    }
  }

  #struct(type: StructType, before: unknown): GoValue {
    const value = (before as GoValue | undefined) ?? {}
    this.#wire.within(() => this.message(type.members.byNumber, type.localName, value))
    return value
  }

  #list({ item, isMessage }: ListType, tag: Tag, field: string, before: unknown): unknown[] {
    const list = (before as unknown[] | undefined) ?? []
    if (isMessage) {
      const [, items = []] = this.#parts(field, [undefined, { kind: 'list', name: '', item, isMessage: false }])
      list.push(...(items as unknown[]))
    } else if ((tag & 7) === wireType.bytes && isPackable(item)) this.#packed(item, field, list)
    else list.push(this.#value(item, tag, field, undefined))
    return list
  }

  /** Packed numbers: consecutive values without tags. */
  #packed(item: GoType, field: string, list: unknown[]): void {
    const tag = item.kind === 'float64' ? wireType.fixed64 : wireType.varint
    this.#wire.within(() => {
      while (!this.#wire.isAtEnd) list.push(this.#value(item, tag, field, undefined))
    })
  }

  /** A map is a list of entries, with the key as field 1 and the value as field 2. */
  #entry({ value: type }: MapType, before: unknown): GoValue {
    const map = (before as GoValue | undefined) ?? {}
    const entry = this.#parts('MapEntry', [undefined, string, type])
    putKey(map, (entry[1] as string | undefined) ?? '', entry[2])
    return map
  }

  /** An empty Timestamp is the zero time. */
  #time(precision: TimePrecision): string | null {
    const [hasParts, seconds = 0, nanos = 0] = this.#parts('Timestamp', [undefined, int64, int32]) as Timestamp
    if (hasParts === undefined) return null
    const micros = precision === 'micros' ? Math.trunc(nanos / 1000) : 0
    return formatTime(seconds * 1000 + Math.floor(micros / 1000), ((micros % 1000) + 1000) % 1000, precision)
  }

  #quantity(): string {
    const [, text] = this.#parts('Quantity', [undefined, string])
    return text === undefined ? '0' : readQuantity(text as string)
  }

  #intOrString(): unknown {
    const [, type = 0, number = 0, text = ''] = this.#parts('IntOrString', [undefined, int64, int32, string])
    return type === 0 ? number : text
  }

  #raw(): unknown {
    const [, raw] = this.#parts('RawExtension', [undefined, bytes])
    return raw === undefined || raw === '' ? null : parseRaw(Buffer.from(raw as string, 'base64'))
  }

  #union({ kind, schema, name }: UnionType): unknown {
    if (kind === 'schemaOrBool') {
      const [, allows = false, alone = allows] = this.#parts(name, [undefined, bool, schema])
      return alone
    }
    const item: GoType = kind === 'schemaOrList' ? schema : string
    const several: ListType = { kind: 'list', name: `[]${item.name}`, item, isMessage: false }
    const [, alone = null, list = alone] = this.#parts(name, [undefined, schema, several])
    return list
  }

  /** Reads a small message into an array indexed by field number; element 0 is set if the message is not empty. */
  #parts(name: string, types: readonly (GoType | undefined)[]): unknown[] {
    const parts: unknown[] = []
    this.#wire.within(() => {
      while (!this.#wire.isAtEnd) {
        const tag = this.#wire.tag(name)
        const number = numberOf(tag)
        const type = types[number]
        parts[0] = true
        if (type === undefined) this.#wire.skip(tag)
        else parts[number] = this.#value(type, tag, name, parts[number])
      }
    })
    return parts
  }
}

type Timestamp = [true | undefined, number | undefined, number | undefined]

const scalar = (kind: ScalarType['kind']): ScalarType => ({ kind, name: kind })
const [string, int32, int64, bool] = [scalar('string'), scalar('int32'), scalar('int64'), scalar('bool')]
const bytes: GoType = { kind: 'bytes', name: '[]uint8' }

function isPackable({ kind }: GoType): boolean {
  return kind === 'int32' || kind === 'int64' || kind === 'bool' || kind === 'float64'
}

function parseRaw(raw: Buffer): unknown {
  try {
    return new JsonText(raw.toString('utf8')).whole()
  } catch (error) {
    if (error instanceof NotJson) throw new ValueProblem('proto: raw content is not JSON')
    throw error
  }
}
