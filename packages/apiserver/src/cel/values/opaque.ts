import type { CelType } from '../types/type.ts'
import type { Value } from './value.ts'

/** A value one cannot look into but for its methods: a URL, a quantity, an IP address, an authorizer. */
export abstract class OpaqueValue {
  abstract readonly type: CelType

  abstract equals(other: OpaqueValue): boolean

  /** How it counts in costs, where it counts at all. */
  get size(): number {
    return 1
  }

  /** The field of a struct; `undefined` where there is none. */
  field(_name: string): Value | undefined {
    return undefined
  }
}
