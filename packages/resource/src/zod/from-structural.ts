/** A zod schema that wraps a structural one carries it in its definition, where clones keep it. */
import { isJsonObject } from '@kubewright/core/json'
import type { $ZodType } from 'zod/v4/core'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import { refuseOtherChecks } from './checks.ts'
import type { Place } from './place.ts'

/** A string instead of a symbol, so that two copies of this package interoperate. */
export const structuralKey = '~kubewright.structural'

/** The structural schema that `schema` wraps; `undefined` if it wraps none. */
export function structuralOf(schema: $ZodType): StructuralSchema | undefined {
  const found = (schema._zod.def as { readonly [structuralKey]?: unknown })[structuralKey]
  return isJsonObject(found) ? (found as StructuralSchema) : undefined
}

/** The same for the conversion, which rejects added checks. */
export function fromStructural(schema: $ZodType, place: Place): StructuralSchema | undefined {
  const found = structuralOf(schema)
  if (found !== undefined) refuseOtherChecks(schema, [], place)
  return found
}
