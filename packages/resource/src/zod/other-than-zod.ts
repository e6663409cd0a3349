/** Reports a value that is not a zod 4 schema; plain JavaScript has no compiler to reject it. */
import type { $ZodType } from 'zod/v4/core'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import type { Place } from './place.ts'

export function isSchema(value: unknown): value is $ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

export function refuseOther(value: unknown, place: Place): StructuralSchema {
  if (typeof value === 'object' && value !== null && '_def' in value) {
    return place.refuse('this is a schema of zod 3', "Use the z of zod 4 throughout: import { z } from 'zod/v4'.")
  }
  const what = value === undefined ? 'nothing' : typeof value === 'object' ? 'plain data' : `a ${typeof value}`
  return place.refuse(`there is ${what} where a zod schema should be`, 'Use z.object({ … }), z.string() and the like.')
}
