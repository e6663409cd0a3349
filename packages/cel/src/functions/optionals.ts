/** Optional values. The planner implements `or` and `orValue`, because they may skip their argument. */
import { boolType, dynType, listType, optionalType, parameterType, stringType } from '../types/type.ts'
import { CelError } from '../values/cel-error.ts'
import { ArrayValue, ListValue, MapValue } from '../values/collection.ts'
import { Uint } from '../values/number.ts'
import { Optional } from '../values/optional.ts'
import { Duration } from '../values/time.ts'
import type { Value } from '../values/value.ts'
import { fn, type Library, method } from './overload.ts'

const v = parameterType('V')
const optionalV = optionalType(v)

export const optionals: Library = {
  'optional.of': [fn('optional_of', [v], optionalV, (value: Value) => new Optional(value))],
  'optional.ofNonZeroValue': [
    fn('optional_ofNonZeroValue', [v], optionalV, (value: Value) =>
      isZero(value) ? Optional.none : new Optional(value),
    ),
  ],
  'optional.none': [fn<[]>('optional_none', [], optionalV, () => Optional.none)],
  value: [
    method<[Optional]>('optional_value', [optionalV], v, ({ value }) =>
      value === undefined ? new CelError('optional.none() dereference') : value,
    ),
  ],
  hasValue: [method<[Optional]>('optional_hasValue', [optionalV], boolType, ({ value }) => value !== undefined)],
  or: [method<[Optional, Optional]>('optional_or_optional', [optionalV, optionalV], optionalV, lazy)],
  orValue: [method<[Optional, Value]>('optional_orValue_value', [optionalV, v], v, lazy)],
  'optional.unwrap': [fn<[ListValue]>('optional_unwrap', [listType(optionalV)], listType(v), unwrap)],
  unwrapOpt: [method<[ListValue]>('optional_unwrapOpt', [listType(optionalV)], listType(v), unwrap)],
  '_?._': [fn('select_optional_field', [dynType, stringType], optionalV, lazy)],
}

function lazy(): Value {
  return new CelError('no such overload')
}

function unwrap(list: ListValue): ListValue {
  return new ArrayValue(
    [...list].flatMap((each) => (each instanceof Optional && each.value !== undefined ? [each.value] : [])),
  )
}

/** Whether it is the number 0, an empty string or collection, `false` or `null`. */
export function isZero(value: Value): boolean {
  if (value instanceof ListValue || value instanceof MapValue) return value.size === 0
  if (value instanceof Uint) return value.value === 0n
  if (value instanceof Duration) return value.nanos === 0n
  if (value instanceof Uint8Array) return value.length === 0
  return value === null || value === false || value === '' || value === 0 || value === 0n
}
