/** The run-time type of a value, and whether it matches a declared one. */
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  errorType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from '../types/type.ts'
import { isCelError } from './cel-error.ts'
import { ListValue, MapValue } from './collection.ts'
import { Uint } from './number.ts'
import { Optional } from './optional.ts'
import { Duration, Timestamp } from './time.ts'
import { TypeValue, type Value } from './value.ts'

const scalars: Readonly<Record<string, CelType>> = {
  boolean: boolType,
  bigint: intType,
  number: doubleType,
  string: stringType,
}

const anyList = listType(dynType)
const anyMap = mapType(dynType, dynType)
const anyOptional = optionalType(dynType)

export function typeOfValue(value: Value): CelType {
  if (value === null) return nullType
  if (typeof value !== 'object') return scalars[typeof value]!
  if (value instanceof Uint) return uintType
  if (value instanceof Uint8Array) return bytesType
  if (value instanceof Timestamp) return timestampType
  if (value instanceof Duration) return durationType
  if (value instanceof ListValue) return anyList
  if (value instanceof MapValue) return anyMap
  if (value instanceof Optional) return anyOptional
  if (value instanceof TypeValue) return typeType()
  return isCelError(value) ? errorType : value.type
}

/** Checks the value only, not its elements. */
export function fits(value: Value, type: CelType): boolean {
  if (type.kind === 'dyn' || type.kind === 'parameter') return true
  const actual = typeOfValue(value)
  return (
    actual.kind === type.kind && (actual.name === type.name || (actual.kind !== 'opaque' && actual.kind !== 'struct'))
  )
}

/** The notation of evaluation errors: `list`, `int`, `google.protobuf.Timestamp`. */
export function typeNameOf(value: Value): string {
  return typeOfValue(value).name
}
