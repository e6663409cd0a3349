/** Equality of values. Values of different types are unequal, but numbers compare across types. */
import type { CelError } from './cel-error.ts'
import { isCelError } from './cel-error.ts'
import { ListValue, MapValue } from './collection.ts'
import { compareNumbers, isCelNumber } from './number.ts'
import { OpaqueValue } from './opaque.ts'
import { Optional } from './optional.ts'
import { Duration, Timestamp } from './time.ts'
import { TypeValue, type Value } from './value.ts'
import { isSameType } from '../types/type.ts'

/** Returns an error if either value is or contains one. */
export function equal(left: Value, right: Value): boolean | CelError {
  if (isCelError(left)) return left
  if (isCelError(right)) return right
  if (left === null || right === null) return left === right
  if (left instanceof ListValue || left instanceof MapValue) return left.equals(right, equal)
  if (isCelNumber(left)) return isCelNumber(right) && compareNumbers(left, right) === 0
  if (left instanceof Optional) return right instanceof Optional && equalOptionals(left, right)
  return equalScalars(left, right)
}

/** Whether a list contains a value. */
export function contains(list: ListValue, value: Value): boolean {
  for (const element of list) if (equal(element, value) === true) return true
  return false
}

function equalScalars(left: Value, right: Value): boolean {
  if (left instanceof Uint8Array) return right instanceof Uint8Array && Buffer.compare(left, right) === 0
  if (left instanceof Timestamp) return right instanceof Timestamp && left.nanos === right.nanos
  if (left instanceof Duration) return right instanceof Duration && left.nanos === right.nanos
  if (left instanceof TypeValue) return right instanceof TypeValue && isSameType(left.type, right.type)
  if (left instanceof OpaqueValue) {
    return right instanceof OpaqueValue && isSameType(left.type, right.type) && left.equals(right)
  }
  return left === right
}

function equalOptionals(left: Optional, right: Optional): boolean | CelError {
  if (left.value === undefined || right.value === undefined) return left.value === right.value
  return equal(left.value, right.value)
}
