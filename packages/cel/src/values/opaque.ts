import type { CelType } from '../types/type.ts'
import type { Value } from './value.ts'

/** A value that is accessible only through its methods: a URL, a quantity, an IP address, an authorizer. */
export abstract class OpaqueValue {
  abstract readonly type: CelType

  abstract equals(other: OpaqueValue): boolean

  /** The size of the value in the cost model. */
  get size(): number {
    return 1
  }

  /** The field of a struct; `undefined` if there is none. */
  field(_name: string): Value | undefined {
    return undefined
  }
}
