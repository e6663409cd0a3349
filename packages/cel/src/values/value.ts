/**
 * The values of expressions. Scalars are JavaScript primitives where those distinguish the types: `int` is a bigint,
 * `double` a number, `bytes` a Uint8Array. Collections, the other types and errors are objects.
 */
import type { CelType } from '../types/type.ts'
import type { CelError } from './cel-error.ts'
import type { ListValue, MapValue } from './collection.ts'
import type { Uint } from './number.ts'
import type { OpaqueValue } from './opaque.ts'
import type { Optional } from './optional.ts'
import type { Duration, Timestamp } from './time.ts'

/** A value of an expression. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | ListValue
  | MapValue
  | Optional
  | TypeValue
  | OpaqueValue
  | CelError

/** A type as a value: `type(1) == int`. */
export class TypeValue {
  readonly type: CelType

  constructor(type: CelType) {
    this.type = type
  }
}
