/** A minimal protobuf writer: a field is a function from its number and value to bytes. */

/** Writes one field. Default values (`''`, `0`, `false`) take no bytes. */
export type Field = (number: number, value: unknown) => Buffer

const nothing = Buffer.alloc(0)
const [varintWire, fixed64Wire, bytesWire] = [0, 1, 2]

export const text: Field = (number, value) => (value === '' ? nothing : bytes(number, Buffer.from(value as string)))

export const flag: Field = (number, value) =>
  value === true ? Buffer.concat([tag(number, varintWire), varint(1)]) : nothing

export const whole: Field = (number, value) =>
  value === 0 ? nothing : Buffer.concat([tag(number, varintWire), varint(value as number)])

export const double: Field = (number, value) => {
  if (value === 0) return nothing
  const written = Buffer.alloc(8)
  written.writeDoubleLE(value as number)
  return Buffer.concat([tag(number, fixed64Wire), written])
}

/** A repeated field. */
export function each(item: Field): Field {
  return (number, value) => Buffer.concat((value as readonly unknown[]).map((one) => item(number, one)))
}

/** A message with a single field. */
export function only(inner: number, field: Field): Field {
  return (number, value) => bytes(number, field(inner, value))
}

/** An object as a message with a list of name and value pairs. */
export function pairs(inner: number, field: Field): Field {
  return (number, value) => {
    const written = Object.entries(value as object).map(([name, one]) => bytes(inner, pair(name, one, field)))
    return bytes(number, Buffer.concat(written))
  }
}

/** The content of a pair. */
export function pair(name: string, value: unknown, field: Field): Buffer {
  return Buffer.concat([text(1, name), field(2, value)])
}

export interface MessageFields {
  readonly [key: string]: readonly [number: number, field: Field]
}

/**
 * An object as a message.
 *
 * @param fields a function, so that messages can be recursive
 * @param rest writes the remaining part of the object
 */
export function message(fields: () => MessageFields, rest: (value: object) => Buffer = () => nothing): Field {
  return (number, value) => bytes(number, Buffer.concat([contents(fields(), value as object), rest(value as object)]))
}

/** The content of a message. @param fields by key, in the order of their numbers */
export function contents(fields: MessageFields, value: object): Buffer {
  const record = value as Readonly<Record<string, unknown>>
  const written = Object.entries(fields).filter(([key]) => record[key] !== undefined)
  return Buffer.concat(written.map(([key, [number, field]]) => field(number, record[key])))
}

export function bytes(number: number, written: Buffer): Buffer {
  return Buffer.concat([tag(number, bytesWire), varint(written.length), written])
}

function tag(number: number, wire: number): Buffer {
  return varint(number * 8 + wire)
}

/** Numbers up to 2^53; negative numbers, which take ten bytes, do not occur in documents. */
function varint(value: number): Buffer {
  const written: number[] = []
  let left = value
  for (; left >= 0x80; left = Math.floor(left / 0x80)) written.push((left % 0x80) | 0x80)
  written.push(left)
  return Buffer.from(written)
}
