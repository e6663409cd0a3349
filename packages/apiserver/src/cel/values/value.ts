/**
 * What an expression works with. Scalars are JavaScript's own where those tell the types apart: `int` is a bigint,
 * `double` a number, `bytes` a Uint8Array. Collections and the rest are objects, and so is an error.
 */
import type { CelType } from '../types/type.ts'
import type { CelError } from './cel-error.ts'
import type { ListValue, MapValue } from './collection.ts'
import type { Uint } from './number.ts'
import type { OpaqueValue } from './opaque.ts'
import type { Optional } from './optional.ts'
import type { Duration, Timestamp } from './time.ts'

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
