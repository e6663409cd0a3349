/** Fixed values: `z.enum()` and `z.literal()`. */
import type { JsonValue } from '@kubewright/core/json'
import type { SchemaType, StructuralSchema } from '../schema/structural-schema.ts'
import type { Place } from './place.ts'

/** A schema that accepts only these values. `null` among them makes it nullable. */
export function fromValues(values: readonly unknown[], place: Place): StructuralSchema {
  const allowed = values.filter((value) => value !== null) as JsonValue[]
  const types = new Set(allowed.map(typeOfLiteral))
  const [type] = types
  if (types.size === 1 && type !== undefined) {
    const schema: StructuralSchema = { type, enum: allowed }
    return allowed.length < values.length ? { ...schema, nullable: true } : schema
  }
  if (allowed.length === 0 && values.length > 0) {
    return place.refuse('a field that can only be `null` says nothing', 'Remove it, or make another type .nullable().')
  }
  const shown = values.map((value) => (typeof value === 'bigint' ? `${value}n` : String(value))).join(', ')
  return place.refuse(
    `the values ${shown} have no single JSON type`,
    'Use values of one type: only text, only integers, only fractions, or only booleans.',
  )
}

function typeOfLiteral(value: unknown): SchemaType | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'string' || typeof value === 'boolean' ? (typeof value as 'string' | 'boolean') : undefined
}
