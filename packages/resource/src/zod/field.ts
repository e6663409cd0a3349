/** The result of converting a zod schema. */
import type { $ZodType } from 'zod/v4/core'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import type { Place } from './place.ts'

/** A converted schema; the parent records whether it is required. */
export interface Field {
  readonly schema: StructuralSchema
  readonly isRequired: boolean
}

/** Converts one schema, wrappers included. Passed as a parameter to avoid circular imports between converters. */
export type ReadField = (schema: $ZodType, place: Place) => Field

/** A value that cannot be omitted, such as a list item: optionality has no meaning there. */
export function readAlways(read: ReadField, schema: $ZodType, place: Place, what: string): StructuralSchema {
  const { schema: converted, isRequired } = read(schema, place)
  if (converted.default !== undefined) {
    place.refuse(`${what} is never left out, so its default would never apply`, 'Remove .default().')
  } else if (!isRequired) {
    place.refuse(`${what} cannot be left out: JSON has no \`undefined\``, 'Remove .optional(), or use .nullable().')
  }
  return converted
}
