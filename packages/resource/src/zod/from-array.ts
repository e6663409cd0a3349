/** Lists. `.meta()` selects the list type. */
import type { $ZodArray } from 'zod/v4/core'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import { checksOf, refuseOtherChecks } from './checks.ts'
import { countsOf } from './counts.ts'
import { readAlways, type ReadField } from './field.ts'
import type { Place } from './place.ts'

export function fromArray(schema: $ZodArray, place: Place, read: ReadField): StructuralSchema {
  refuseOtherChecks(schema, ['min_length', 'max_length', 'length_equals'], place)
  const counts = checksOf(schema).map((check) => countsOf(check, place))
  const least = Math.max(...counts.map((count) => count.least ?? 0), 0)
  const most = Math.min(...counts.map((count) => count.most ?? Number.POSITIVE_INFINITY))
  return {
    type: 'array',
    items: readAlways(read, schema._zod.def.element, place.item(), 'an item of a list'),
    ...(least > 0 ? { minItems: least } : {}),
    ...(Number.isFinite(most) ? { maxItems: most } : {}),
  }
}
