/** The operators as functions, named by the position of their operands: `_+_`, `!_`, `_[_]`. */
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  listType,
  mapType,
  optionalType,
  parameterType,
  stringType,
  timestampType,
  uintType,
} from '../types/type.ts'
import { CelError, isCelError } from '../values/cel-error.ts'
import type { ListValue, MapValue } from '../values/collection.ts'
import { contains, equal } from '../values/equality.ts'
import { int64, Uint, uint64 } from '../values/number.ts'
import { compare } from '../values/order.ts'
import { Optional } from '../values/optional.ts'
import { duration, Duration, timestamp, Timestamp } from '../values/time.ts'
import type { Value } from '../values/value.ts'
import { fn, type Library, type Overload } from './overload.ts'

const a = parameterType('A')
const b = parameterType('B')
const listOfA = listType(a)
const mapOfAB = mapType(a, b)

const arithmetic: Library = {
  '_+_': [
    fn<[Uint8Array, Uint8Array]>('add_bytes', [bytesType, bytesType], bytesType, (x, y) => Buffer.concat([x, y])),
    fn<[number, number]>('add_double', [doubleType, doubleType], doubleType, (x, y) => x + y),
    fn<[Duration, Duration]>('add_duration_duration', [durationType, durationType], durationType, (x, y) =>
      duration(x.nanos + y.nanos),
    ),
    fn<[Duration, Timestamp]>('add_duration_timestamp', [durationType, timestampType], timestampType, (x, y) =>
      timestamp(x.nanos + y.nanos),
    ),
    fn<[Timestamp, Duration]>('add_timestamp_duration', [timestampType, durationType], timestampType, (x, y) =>
      timestamp(x.nanos + y.nanos),
    ),
    fn<[bigint, bigint]>('add_int64', [intType, intType], intType, (x, y) => int64(x + y)),
    fn<[ListValue, ListValue]>('add_list', [listOfA, listOfA], listOfA, (x, y) => x.concat(y)),
    fn<[string, string]>('add_string', [stringType, stringType], stringType, (x, y) => x + y),
    fn<[Uint, Uint]>('add_uint64', [uintType, uintType], uintType, (x, y) => uint64(x.value + y.value)),
  ],
  '_-_': [
    fn<[number, number]>('subtract_double', [doubleType, doubleType], doubleType, (x, y) => x - y),
    fn<[Duration, Duration]>('subtract_duration_duration', [durationType, durationType], durationType, (x, y) =>
      duration(x.nanos - y.nanos),
    ),
    fn<[bigint, bigint]>('subtract_int64', [intType, intType], intType, (x, y) => int64(x - y)),
    fn<[Timestamp, Duration]>('subtract_timestamp_duration', [timestampType, durationType], timestampType, (x, y) =>
      timestamp(x.nanos - y.nanos),
    ),
    fn<[Timestamp, Timestamp]>('subtract_timestamp_timestamp', [timestampType, timestampType], durationType, (x, y) =>
      duration(x.nanos - y.nanos),
    ),
    fn<[Uint, Uint]>('subtract_uint64', [uintType, uintType], uintType, (x, y) => uint64(x.value - y.value)),
  ],
  '_*_': [
    fn<[number, number]>('multiply_double', [doubleType, doubleType], doubleType, (x, y) => x * y),
    fn<[bigint, bigint]>('multiply_int64', [intType, intType], intType, (x, y) => int64(x * y)),
    fn<[Uint, Uint]>('multiply_uint64', [uintType, uintType], uintType, (x, y) => uint64(x.value * y.value)),
  ],
  '_/_': [
    fn<[number, number]>('divide_double', [doubleType, doubleType], doubleType, (x, y) => x / y),
    fn<[bigint, bigint]>('divide_int64', [intType, intType], intType, (x, y) =>
      y === 0n ? new CelError('division by zero') : int64(x / y),
    ),
    fn<[Uint, Uint]>('divide_uint64', [uintType, uintType], uintType, (x, y) =>
      y.value === 0n ? new CelError('division by zero') : new Uint(x.value / y.value),
    ),
  ],
  '_%_': [
    fn<[bigint, bigint]>('modulo_int64', [intType, intType], intType, (x, y) =>
      y === 0n ? new CelError('modulus by zero') : x % y,
    ),
    fn<[Uint, Uint]>('modulo_uint64', [uintType, uintType], uintType, (x, y) =>
      y.value === 0n ? new CelError('modulus by zero') : new Uint(x.value % y.value),
    ),
  ],
  '-_': [
    fn<[number]>('negate_double', [doubleType], doubleType, (x) => -x),
    fn<[bigint]>('negate_int64', [intType], intType, (x) => int64(-x)),
  ],
}

/** Ordered types, with their names in overload ids. */
const ordered: readonly (readonly [string, CelType, CelType])[] = [
  ['bool', boolType, boolType],
  ['int64', intType, intType],
  ['int64_double', intType, doubleType],
  ['int64_uint64', intType, uintType],
  ['uint64', uintType, uintType],
  ['uint64_double', uintType, doubleType],
  ['uint64_int64', uintType, intType],
  ['double', doubleType, doubleType],
  ['double_int64', doubleType, intType],
  ['double_uint64', doubleType, uintType],
  ['string', stringType, stringType],
  ['bytes', bytesType, bytesType],
  ['timestamp', timestampType, timestampType],
  ['duration', durationType, durationType],
]

function ordering(name: string, holds: (order: -1 | 0 | 1) => boolean): readonly Overload[] {
  return ordered.map(([types, left, right]) =>
    fn(`${name}_${types}`, [left, right], boolType, (x: Value, y: Value) => {
      const order = compare(x, y)
      return isCelError(order) ? order : holds(order)
    }),
  )
}

const comparison: Library = {
  '_<_': ordering('less', (order) => order < 0),
  '_<=_': ordering('less_equals', (order) => order <= 0),
  '_>_': ordering('greater', (order) => order > 0),
  '_>=_': ordering('greater_equals', (order) => order >= 0),
  '_==_': [fn('equals', [a, a], boolType, equal)],
  '_!=_': [fn('not_equals', [a, a], boolType, (x: Value, y: Value) => negate(equal(x, y)))],
}

function negate(verdict: boolean | CelError): boolean | CelError {
  return isCelError(verdict) ? verdict : !verdict
}

const logic: Library = {
  '_?_:_': [fn('conditional', [boolType, a, a], a, unreachable)],
  '_&&_': [fn('logical_and', [boolType, boolType], boolType, unreachable)],
  '_||_': [fn('logical_or', [boolType, boolType], boolType, unreachable)],
  '@not_strictly_false': [fn('not_strictly_false', [boolType], boolType, unreachable)],
  '!_': [fn<[boolean]>('logical_not', [boolType], boolType, (x) => !x)],
}

/** These operators do not evaluate all operands, so the planner implements them. */
function unreachable(): Value {
  return new CelError('no such overload')
}

const access: Library = {
  '_[_]': [
    fn<[ListValue, bigint]>('index_list', [listOfA, intType], a, (list, index) => list.get(index)),
    fn<[MapValue, Value]>('index_map', [mapOfAB, a], b, (map, key) => map.get(key)),
    fn('optional_list_index_int', [optionalType(listOfA), intType], optionalType(a), unreachable),
    fn('optional_map_index_value', [optionalType(mapOfAB), a], optionalType(b), unreachable),
  ],
  '_[?_]': [
    fn('list_optindex_optional_int', [listOfA, intType], optionalType(a), unreachable),
    fn('optional_list_optindex_optional_int', [optionalType(listOfA), intType], optionalType(a), unreachable),
    fn('map_optindex_optional_value', [mapOfAB, a], optionalType(b), unreachable),
    fn('optional_map_optindex_optional_value', [optionalType(mapOfAB), a], optionalType(b), unreachable),
  ],
  '@in': [
    fn<[Value, ListValue]>('in_list', [a, listOfA], boolType, (value, list) => contains(list, value)),
    fn<[Value, MapValue]>('in_map', [a, mapOfAB], boolType, (key, map) => {
      const found = map.find(key)
      return isCelError(found) ? found : found !== undefined
    }),
  ],
}

export const operators: Library = { ...arithmetic, ...comparison, ...logic, ...access }

/** `x[?key]`: `none` if the element is missing or the container is `none`. */
export function optionalIndex(container: Value, key: Value, get: (container: Value, key: Value) => Value): Value {
  const inner = container instanceof Optional ? container.value : container
  if (inner === undefined) return Optional.none
  const found = get(inner, key)
  if (!isCelError(found)) return new Optional(found)
  return /^(?:no such key|index out of bounds)/.test(found.message) ? Optional.none : found
}
