/** Converts CEL values to JSON. */
import type { JsonValue } from '@kubewright/core/json'
import { ListValue, MapValue } from '../values/collection.ts'
import { Uint } from '../values/number.ts'
import { Optional } from '../values/optional.ts'
import { scalarText } from '../values/scalar-text.ts'
import { StructValue } from '../values/struct.ts'
import { Duration, formatDuration, formatTimestamp, Timestamp } from '../values/time.ts'
import type { Value } from '../values/value.ts'

/** Values without a JSON equivalent become `null`. */
export function toJson(value: Value): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint) return Number(value.value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof Timestamp) return formatTimestamp(value)
  if (value instanceof Duration) return formatDuration(value)
  if (value instanceof ListValue) return [...value].map(toJson)
  if (value instanceof MapValue)
    return Object.fromEntries([...value.keys()].map((key) => [scalarText(key), toJson(value.get(key))]))
  if (value instanceof StructValue)
    return Object.fromEntries([...value.fields].map(([name, field]) => [name, toJson(field)]))
  return value instanceof Optional && value.value !== undefined ? toJson(value.value) : null
}
