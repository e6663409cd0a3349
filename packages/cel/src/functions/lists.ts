/** Lists: the Kubernetes list functions, the lists extension, and sets. */
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  optionalType,
  parameterType,
  stringType,
  timestampType,
  uintType,
} from '../types/type.ts'
import { CelError, isCelError, noSuchOverload } from '../values/cel-error.ts'
import { ArrayValue, EntriesValue, ListValue, type MapValue } from '../values/collection.ts'
import { contains, equal } from '../values/equality.ts'
import { int64, Uint, uint64 } from '../values/number.ts'
import { Optional } from '../values/optional.ts'
import { compare } from '../values/order.ts'
import { scalarText } from '../values/scalar-text.ts'
import { duration, Duration } from '../values/time.ts'
import type { Value } from '../values/value.ts'
import { typeNameOf } from '../values/value-type.ts'
import { fn, type Library, method, type Overload } from './overload.ts'

const a = parameterType('A')
const b = parameterType('B')
const listOfA = listType(a)
const mapOfAB = mapType(a, b)

const comparable: readonly (readonly [string, CelType])[] = [
  ['int', intType],
  ['uint', uintType],
  ['double', doubleType],
  ['bool', boolType],
  ['duration', durationType],
  ['timestamp', timestampType],
  ['string', stringType],
  ['bytes', bytesType],
]

/** The types that `sum` accepts, with the sum of an empty list. */
const summable: readonly (readonly [string, CelType, Value])[] = [
  ['int', intType, 0n],
  ['uint', uintType, new Uint(0n)],
  ['double', doubleType, 0],
  ['duration', durationType, new Duration(0n)],
]

export const lists: Library = {
  isSorted: comparable.map(([name, type]) =>
    method<[ListValue]>(`list_${name}_is_sorted_bool`, [listType(type)], boolType, isSorted),
  ),
  sum: summable.map(([name, type, zero]) =>
    method<[ListValue]>(`list_${name}_sum_${name}`, [listType(type)], type, (list) => sum(list, zero)),
  ),
  min: extreme('min', 1),
  max: extreme('max', -1),
  indexOf: [
    method<[ListValue, Value]>('list_a_index_of_int', [listOfA, a], intType, (list, value) =>
      BigInt([...list].findIndex((element) => equal(element, value) === true)),
    ),
  ],
  lastIndexOf: [
    method<[ListValue, Value]>('list_a_last_index_of_int', [listOfA, a], intType, (list, value) => {
      for (let index = list.size - 1; index >= 0; index--) {
        if (equal(list.at(index), value) === true) return BigInt(index)
      }
      return -1n
    }),
  ],
  slice: [method<[ListValue, bigint, bigint]>('list_slice', [listOfA, intType, intType], listOfA, slice)],
  flatten: [
    method<[ListValue]>('list_flatten', [listType(listOfA)], listOfA, (list) => flatten(list, 1n)),
    method<[ListValue, bigint]>('list_flatten_int', [listType(dynType), intType], listType(dynType), flatten),
  ],
  sort: comparable.map(([, type]) =>
    method<[ListValue]>(`list_${type.name}_sort`, [listType(type)], listType(type), (list) => sortBy(list, list)),
  ),
  '@sortByAssociatedKeys': comparable.map(([, type]) =>
    method<[ListValue, ListValue]>(
      `list_${type.name}_sortByAssociatedKeys`,
      [listOfA, listType(type)],
      listOfA,
      sortBy,
    ),
  ),
  'lists.range': [fn<[bigint]>('lists_range', [intType], listType(intType), range)],
  reverse: [method<[ListValue]>('list_reverse', [listOfA], listOfA, (list) => new ArrayValue([...list].reverse()))],
  distinct: [method<[ListValue]>('list_distinct', [listOfA], listOfA, distinct)],
  first: [
    method<[ListValue]>('list_first', [listOfA], optionalType(a), (list) =>
      list.size === 0 ? Optional.none : new Optional(list.at(0)),
    ),
  ],
  last: [
    method<[ListValue]>('list_last', [listOfA], optionalType(a), (list) =>
      list.size === 0 ? Optional.none : new Optional(list.at(list.size - 1)),
    ),
  ],
  'sets.contains': [fn<[ListValue, ListValue]>('list_sets_contains_list', [listOfA, listOfA], boolType, containsAll)],
  'sets.equivalent': [
    fn<[ListValue, ListValue]>(
      'list_sets_equivalent_list',
      [listOfA, listOfA],
      boolType,
      (left, right) => containsAll(left, right) && containsAll(right, left),
    ),
  ],
  'sets.intersects': [
    fn<[ListValue, ListValue]>('list_sets_intersects_list', [listOfA, listOfA], boolType, (left, right) =>
      [...left].some((element) => contains(right, element)),
    ),
  ],
  'cel.@mapInsert': [
    fn<[EntriesValue, Value, Value]>('@mapInsert_map_key_value', [mapOfAB, a, b], mapOfAB, insert),
    fn<[EntriesValue, MapValue]>('@mapInsert_map_map', [mapOfAB, mapOfAB], mapOfAB, insertAll),
  ],
}

function isSorted(list: ListValue): boolean | CelError {
  let previous: Value | undefined
  for (const element of list) {
    if (isCelError(element)) return element
    if (previous !== undefined && compare(previous, element) === 1) return false
    previous = element
  }
  return true
}

function sum(list: ListValue, zero: Value): Value {
  let total = zero
  for (const element of list) {
    total = add(total, element)
    if (isCelError(total)) return total
  }
  return total
}

function add(left: Value, right: Value): Value {
  if (isCelError(right)) return right
  if (typeof left === 'bigint' && typeof right === 'bigint') return int64(left + right)
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (left instanceof Uint && right instanceof Uint) return uint64(left.value + right.value)
  if (left instanceof Duration && right instanceof Duration) return duration(left.nanos + right.nanos)
  return noSuchOverload()
}

/** `replaceOn` is the result of comparing the current best with an element that replaces it. */
function extreme(name: 'min' | 'max', replaceOn: 1 | -1): readonly Overload[] {
  const find = (list: ListValue): Value => {
    let best: Value | undefined
    for (const element of list) {
      if (isCelError(element)) return element
      if (best === undefined || compare(best, element) === replaceOn) best = element
    }
    return best ?? new CelError(`${name} called on empty list`)
  }
  return comparable.map(([of, type]) => method<[ListValue]>(`list_${of}_${name}_${of}`, [listType(type)], type, find))
}

function slice(list: ListValue, start: bigint, end: bigint): ListValue | CelError {
  const what = `cannot slice(${start}, ${end})`
  if (start < 0n || end < 0n) return new CelError(`${what}, negative indexes not supported`)
  if (start > end) return new CelError(`${what}, start index must be less than or equal to end index`)
  if (end > list.size) return new CelError(`${what}, list is length ${list.size}`)
  return new ArrayValue([...list].slice(Number(start), Number(end)))
}

function flatten(list: ListValue, depth: bigint): ListValue | CelError {
  if (depth < 0n) return new CelError('level must be non-negative')
  return new ArrayValue(flattened(list, depth))
}

function flattened(list: ListValue, depth: bigint): readonly Value[] {
  return [...list].flatMap((value) =>
    value instanceof ListValue && depth > 0n ? flattened(value, depth - 1n) : [value],
  )
}

function sortBy(list: ListValue, keys: ListValue): ListValue | CelError {
  const sortable = [...keys].map((key, index) => ({ key, value: list.at(index) }))
  const first = sortable[0]
  if (first === undefined) return list
  const bad = sortable.find(({ key }) => isCelError(key))
  if (bad !== undefined) return bad.key as CelError
  if (isCelError(compare(first.key, first.key))) return new CelError('list elements must be comparable')
  const type = typeNameOf(first.key)
  if (sortable.some(({ key }) => typeNameOf(key) !== type)) {
    return new CelError('list elements must have the same type')
  }
  sortable.sort((left, right) => compare(left.key, right.key) as number)
  return new ArrayValue(sortable.map(({ value }) => value))
}

/** A longer range costs more than the limit of any expression. */
const longestRange = 1_000_000n

function range(count: bigint): ListValue | CelError {
  if (count > longestRange) return new CelError('operation cancelled: actual cost limit exceeded')
  return new ArrayValue(Array.from({ length: Math.max(0, Number(count)) }, (_, index) => BigInt(index)))
}

function distinct(list: ListValue): ListValue {
  const kept: Value[] = []
  for (const element of list) if (!kept.some((other) => equal(element, other) === true)) kept.push(element)
  return new ArrayValue(kept)
}

function containsAll(list: ListValue, wanted: ListValue): boolean {
  return [...wanted].every((element) => contains(list, element))
}

function insert(map: EntriesValue, key: Value, value: Value): Value {
  if (map.find(key) !== undefined) return new CelError(`insert failed: key ${scalarText(key)} already exists`)
  return map.with(key, value)
}

function insertAll(map: EntriesValue, more: MapValue): Value {
  let result: Value = map
  for (const key of more.keys()) {
    result = insert(result as EntriesValue, key, more.find(key)!)
    if (isCelError(result)) return result
  }
  return result
}
