/** `int(…)`, `string(…)`, `duration(…)` and the other conversions, with `size` and `type`. */
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  parameterType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from '../types/type.ts'
import { CelError } from '../values/cel-error.ts'
import type { ListValue, MapValue } from '../values/collection.ts'
import { int64, Uint, uint64 } from '../values/number.ts'
import {
  Duration,
  formatDuration,
  formatTimestamp,
  parseGoDuration,
  parseTimestamp,
  timestamp,
} from '../values/time.ts'
import type { Timestamp } from '../values/time.ts'
import { TypeValue, type Value } from '../values/value.ts'
import { typeOfValue } from '../values/value-type.ts'
import { formatDouble } from './go-number.ts'
import { fn, type Library, method, type Overload } from './overload.ts'

const a = parameterType('A')
const b = parameterType('B')

function failed(from: string, to: string): CelError {
  return new CelError(`type conversion error from '${from}' to '${to}'`)
}

function same(id: string, type: Parameters<typeof listType>[0]): Overload {
  return fn(id, [type], type, (value: Value) => value)
}

export const conversions: Library = {
  bool: [
    same('bool_to_bool', boolType),
    fn<[string]>('string_to_bool', [stringType], boolType, (text) => parseBool(text) ?? failed('string', 'bool')),
  ],
  bytes: [
    same('bytes_to_bytes', bytesType),
    fn<[string]>('string_to_bytes', [stringType], bytesType, (text) => new TextEncoder().encode(text)),
  ],
  double: [
    same('double_to_double', doubleType),
    fn<[bigint]>('int64_to_double', [intType], doubleType, Number),
    fn<[string]>(
      'string_to_double',
      [stringType],
      doubleType,
      (text) => parseDouble(text) ?? failed('string', 'double'),
    ),
    fn<[Uint]>('uint64_to_double', [uintType], doubleType, ({ value }) => Number(value)),
  ],
  duration: [
    same('duration_to_duration', durationType),
    fn<[bigint]>('int64_to_duration', [intType], durationType, (nanos) => new Duration(nanos)),
    fn<[string]>(
      'string_to_duration',
      [stringType],
      durationType,
      (text) => parseGoDuration(text) ?? failed('string', 'google.protobuf.Duration'),
    ),
  ],
  dyn: [fn('to_dyn', [a], dynType, (value: Value) => value)],
  int: [
    same('int64_to_int64', intType),
    fn<[number]>('double_to_int64', [doubleType], intType, doubleToInt),
    fn<[Duration]>('duration_to_int64', [durationType], intType, ({ nanos }) => nanos),
    fn<[string]>('string_to_int64', [stringType], intType, (text) =>
      /^[+-]?\d+$/.test(text) ? orElse(int64(BigInt(text.replace('+', ''))), 'int') : failed('string', 'int'),
    ),
    fn<[Timestamp]>('timestamp_to_int64', [timestampType], intType, ({ nanos }) => floorDivide(nanos, 1_000_000_000n)),
    fn<[Uint]>('uint64_to_int64', [uintType], intType, ({ value }) => int64(value)),
  ],
  string: [
    same('string_to_string', stringType),
    fn<[boolean]>('bool_to_string', [boolType], stringType, String),
    fn<[Uint8Array]>('bytes_to_string', [bytesType], stringType, decodeUtf8),
    fn<[number]>('double_to_string', [doubleType], stringType, formatDouble),
    fn<[Duration]>('duration_to_string', [durationType], stringType, formatDuration),
    fn<[bigint]>('int64_to_string', [intType], stringType, String),
    fn<[Timestamp]>('timestamp_to_string', [timestampType], stringType, formatTimestamp),
    fn<[Uint]>('uint64_to_string', [uintType], stringType, ({ value }) => String(value)),
  ],
  timestamp: [
    same('timestamp_to_timestamp', timestampType),
    fn<[bigint]>('int64_to_timestamp', [intType], timestampType, (seconds) => timestamp(seconds * 1_000_000_000n)),
    fn<[string]>('string_to_timestamp', [stringType], timestampType, (text) => {
      const parsed = parseTimestamp(text)
      return parsed === undefined ? failed('string', 'google.protobuf.Timestamp') : timestamp(parsed.nanos)
    }),
  ],
  uint: [
    same('uint64_to_uint64', uintType),
    fn<[number]>('double_to_uint64', [doubleType], uintType, doubleToUint),
    fn<[bigint]>('int64_to_uint64', [intType], uintType, uint64),
    fn<[string]>('string_to_uint64', [stringType], uintType, (text) =>
      /^\d+$/.test(text) ? orElse(uint64(BigInt(text)), 'uint') : failed('string', 'uint'),
    ),
  ],
  type: [fn('type', [a], typeType(a), (value: Value) => new TypeValue(typeOfValue(value)))],
  size: [
    ...sized('bytes', bytesType, (bytes: Uint8Array) => bytes.length),
    ...sized('list', listType(a), (list: ListValue) => list.size),
    ...sized('map', mapType(a, b), (map: MapValue) => map.size),
    ...sized('string', stringType, (text: string) => lengthOf(text)),
  ],
}

function sized<Of extends Value>(
  name: string,
  type: Parameters<typeof listType>[0],
  size: (value: Of) => number,
): readonly Overload[] {
  const invoke = (value: Of) => BigInt(size(value))
  return [fn<[Of]>(`size_${name}`, [type], intType, invoke), method<[Of]>(`${name}_size`, [type], intType, invoke)]
}

/** In code points. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) === 0xd800) length--
  return length
}

/** The server reports a number that overflows like text that is not a number. */
function orElse(value: Value, to: string): Value {
  return value instanceof CelError ? failed('string', to) : value
}

function parseBool(text: string): boolean | undefined {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text)) return true
  return ['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text) ? false : undefined
}

function parseDouble(text: string): number | undefined {
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) {
    const value = Number(text)
    return Number.isFinite(value) ? value : undefined
  }
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return /^nan$/i.test(text) ? Number.NaN : undefined
}

const tooLarge = 2 ** 63

function doubleToInt(value: number): bigint | CelError {
  if (!Number.isFinite(value) || value <= -tooLarge || value >= tooLarge) return new CelError('integer overflow')
  return BigInt(Math.trunc(value))
}

function doubleToUint(value: number): Uint | CelError {
  if (!Number.isFinite(value) || value < 0 || value >= 2 * tooLarge) return new CelError('unsigned integer overflow')
  return new Uint(BigInt(Math.trunc(value)))
}

function decodeUtf8(bytes: Uint8Array): string | CelError {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new CelError('invalid UTF-8 in bytes, cannot convert to string')
  }
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}
