/** Strings: lengths, patterns and formats. */
import type { $ZodType } from 'zod/v4/core'
import type { NestedValidation, StructuralSchema } from '../schema/structural-schema.ts'
import { type CheckDef, checksOf, refuseCheck } from './checks.ts'
import { countsOf } from './counts.ts'
import { formatOf } from './from-string-format.ts'
import type { Place } from './place.ts'

export function fromString(schema: $ZodType, place: Place): StructuralSchema {
  if ((schema._zod.def as { coerce?: boolean }).coerce) {
    place.refuse('`z.coerce` turns other types into text, and the API server does not', 'Use z.string().')
  }
  const parts = checksOf(schema).map((check) => fromCheck(check, place))
  return { type: 'string', ...joinText(parts) }
}

function fromCheck(check: CheckDef, place: Place): NestedValidation {
  switch (check.check) {
    case 'min_length':
    case 'max_length':
    case 'length_equals': {
      const { least, most } = countsOf(check, place)
      return { ...(least !== undefined && { minLength: least }), ...(most !== undefined && { maxLength: most }) }
    }
    case 'string_format':
      return formatOf(check, place)
    default:
      refuseCheck(check, place)
      return {}
  }
}

/** The conjunction of all parts: the tightest lengths, and further patterns and formats in `allOf`. */
export function joinText(parts: readonly NestedValidation[]): NestedValidation {
  const least = Math.max(...parts.map((part) => part.minLength ?? 0), 0)
  const most = Math.min(...parts.map((part) => part.maxLength ?? Number.POSITIVE_INFINITY))
  const [format, ...otherFormats] = unique(parts.map((part) => part.format))
  const [pattern, ...otherPatterns] = unique(parts.map((part) => part.pattern))
  const others = [...otherFormats.map((one) => ({ format: one })), ...otherPatterns.map((one) => ({ pattern: one }))]
  return {
    ...(least > 0 ? { minLength: least } : {}),
    ...(Number.isFinite(most) ? { maxLength: most } : {}),
    ...(format === undefined ? {} : { format }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(others.length > 0 ? { allOf: others } : {}),
  }
}

function unique(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== undefined))]
}
