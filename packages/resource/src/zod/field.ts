/** What converting a zod schema yields. */
import type { $ZodType } from 'zod/v4/core'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import type { Place } from './place.ts'

/** A schema in its place: whether its parent must have it is the parent's business to say. */
export interface Field {
  readonly schema: StructuralSchema
  readonly isRequired: boolean
}

/** Converts one schema, wrappers included. Handed around so that the converters need not import each other. */
export type ReadField = (schema: $ZodType, place: Place) => Field

/** A value that cannot be left out, such as an item of a list: what makes a field optional has no meaning there. */
export function readAlways(read: ReadField, schema: $ZodType, place: Place, what: string): StructuralSchema {
  const { schema: converted, isRequired } = read(schema, place)
  if (converted.default !== undefined) {
    place.refuse(`${what} is never left out, so its default would never apply`, 'Remove .default().')
  } else if (!isRequired) {
    place.refuse(`${what} cannot be left out: JSON has no \`undefined\``, 'Remove .optional(), or use .nullable().')
  }
  return converted
}
