/** The size of an object in protobuf, as Go writes it: fields that are not pointers are written even if empty. */
import type { Draft } from '../object/draft.ts'
import type { GoField, GoType, Inlined, StructType } from '../go/go-type.ts'

/** The size of a whole object with its envelope, the form in which most built-in kinds are stored. */
export function protobufSize(type: StructType, object: Draft): number {
  const kind = fieldSize(1, Buffer.byteLength(object.apiVersion)) + fieldSize(2, Buffer.byteLength(object.kind))
  const parts = [kind, structSize(type, object), 0, 0]
  return parts.reduce((sum, length, at) => sum + fieldSize(at + 1, length), 'k8s\0'.length)
}

function structSize(type: StructType, value: unknown): number {
  return messageSize(type.members.byNumber, fieldsOf(value))
}

/** The size of a varint: seven bits a byte. */
export function varintSize(value: number): number {
  if (value < 0) return 10
  let size = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size++
  return size
}

/** The size of a length-delimited field, tag included. */
export function fieldSize(number: number, length: number): number {
  return varintSize(number * 8) + varintSize(length) + length
}

type Fields = ReadonlyMap<number, GoField | Inlined>
type Values = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Values {
  return (value ?? {}) as Values
}

function messageSize(fields: Fields, value: Values): number {
  let size = 0
  for (const [number, field] of fields) {
    if ('inlined' in field) size += fieldSize(number, messageSize(field.inlined, value))
    else if (value[field.name] !== undefined && value[field.name] !== null) {
      size += valueSize(field.type, number, value[field.name])
    } else if (!field.isPointer) size += emptySize(field.type, number)
  }
  return size
}

/** Empty lists, maps and bytes are omitted; other types are written. */
function emptySize(type: GoType, number: number): number {
  switch (type.kind) {
    case 'list':
    case 'map':
    case 'bytes':
      return 0
    case 'struct':
      return fieldSize(number, structSize(type, {}))
    case 'float64':
      return varintSize(number * 8) + 8
    case 'intOrString':
      return fieldSize(number, 6)
    default:
      return varintSize(number * 8) + 1
  }
}

function valueSize(type: GoType, number: number, value: unknown): number {
  switch (type.kind) {
    case 'bool':
      return varintSize(number * 8) + 1
    case 'int32':
    case 'int64':
    case 'uint8':
      return varintSize(number * 8) + varintSize(Number(value))
    case 'float64':
      return varintSize(number * 8) + 8
    case 'list':
      return listSize(type, number, value as readonly unknown[])
    case 'map':
      return mapSize(type.value, number, fieldsOf(value))
    default:
      return fieldSize(number, lengthOf(type, value))
  }
}

function listSize(type: Extract<GoType, { kind: 'list' }>, number: number, value: readonly unknown[]): number {
  const at = type.isMessage ? 1 : number
  const size = value.reduce<number>((sum, item) => sum + valueSize(type.item, at, item ?? ''), 0)
  return type.isMessage ? fieldSize(number, size) : size
}

function mapSize(type: GoType, number: number, map: Values): number {
  let size = 0
  for (const [key, value] of Object.entries(map)) {
    size += fieldSize(number, fieldSize(1, Buffer.byteLength(key)) + valueSize(type, 2, value ?? ''))
  }
  return size
}

/** The length of a length-delimited value. */
function lengthOf(type: GoType, value: unknown): number {
  switch (type.kind) {
    case 'string':
      return Buffer.byteLength(String(value))
    case 'bytes':
      return Buffer.byteLength(String(value), 'base64')
    case 'struct':
      return structSize(type, value)
    case 'time':
    case 'microTime':
      return timeSize(String(value))
    case 'quantity':
      return fieldSize(1, Buffer.byteLength(String(value)))
    case 'intOrString':
      return intOrStringSize(value)
    case 'raw':
      return fieldSize(1, Buffer.byteLength(JSON.stringify(value)))
    default:
      return unionSize(type as Extract<GoType, { schema: StructType }>, value)
  }
}

function timeSize(text: string): number {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? []
  return 2 + varintSize(Math.floor(Date.parse(text) / 1_000)) + varintSize(Number(fraction.padEnd(9, '0')))
}

/** IntOrString writes its type and both alternatives. */
function intOrStringSize(value: unknown): number {
  const [number, text] = typeof value === 'number' ? [value, ''] : [0, String(value)]
  return 2 + 1 + varintSize(number) + fieldSize(3, Buffer.byteLength(text))
}

function unionSize({ kind, schema }: Extract<GoType, { schema: StructType }>, value: unknown): number {
  const flag = kind === 'schemaOrBool' ? 2 : 0
  if (typeof value === 'boolean') return flag
  if (!Array.isArray(value)) return flag + fieldSize(kind === 'schemaOrBool' ? 2 : 1, structSize(schema, value))
  const lengths = value.map((one) => (typeof one === 'string' ? Buffer.byteLength(one) : structSize(schema, one)))
  return lengths.reduce((sum, length) => sum + fieldSize(2, length), 0)
}
