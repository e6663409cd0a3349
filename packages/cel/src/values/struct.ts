import type { CelType } from '../types/type.ts'
import type { CelError } from './cel-error.ts'
import { equal } from './equality.ts'
import { OpaqueValue } from './opaque.ts'
import type { Value } from './value.ts'

/** The value of `Name{field: value}`. */
export class StructValue extends OpaqueValue {
  readonly type: CelType
  readonly fields: ReadonlyMap<string, Value>

  constructor(type: CelType, fields: ReadonlyMap<string, Value>) {
    super()
    this.type = type
    this.fields = fields
  }

  override field(name: string): Value | undefined {
    return this.fields.get(name)
  }

  equals(other: OpaqueValue): boolean {
    if (!(other instanceof StructValue) || other.fields.size !== this.fields.size) return false
    const isSame = (name: string, value: Value): boolean | CelError => equal(value, other.fields.get(name) ?? null)
    return [...this.fields].every(([name, value]) => isSame(name, value) === true)
  }
}
