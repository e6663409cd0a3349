/** Validates printer columns and selectable fields. */
import { type FieldAt, fieldAt, type StructuralSchema } from '@kubewright/resource/schema'
import { duplicate, each, isBlank, type Problems } from '../../validation/problems.ts'
import { invalid, required, tooMany } from '../../status/field-error.ts'
import type { PrinterColumn, SelectableField } from './definition.ts'
import { simplePathProblems } from './check-paths.ts'

const types = ['boolean', 'date', 'integer', 'number', 'string']
const formats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']

export function* columnProblems(column: PrinterColumn, path: string): Problems {
  const { name, type, format, jsonPath } = column
  if (isBlank(name)) yield required(`${path}.name`)
  const oneOfThem = `must be one of ${types.join(',')}`
  if (isBlank(type)) yield required(`${path}.type`, oneOfThem)
  else if (!types.includes(type)) yield invalid(`${path}.type`, type, oneOfThem)
  if (!isBlank(format) && !formats.includes(format)) {
    yield invalid(`${path}.format`, format, `must be one of ${formats.join(',')}`)
  }
  if (isBlank(jsonPath)) yield required(`${path}.JSONPath`)
  else yield* simplePathProblems(jsonPath, `${path}.JSONPath`)
}

const mostFields = 8
const selectableTypes: ReadonlySet<string | undefined> = new Set(['string', 'boolean', 'integer'])

export interface FieldsScope {
  readonly schema: StructuralSchema
  /** Whether the old definition had the same fields and already exceeded the limit. */
  readonly allowsTooMany: boolean
}

export function* selectableFieldProblems(
  fields: readonly SelectableField[],
  path: string,
  { schema, allowsTooMany }: FieldsScope,
): Problems {
  const seen = new Set<string>()
  for (const [{ jsonPath }, at] of each(fields, path)) {
    const place = `${at}.jsonPath`
    if (isBlank(jsonPath)) yield required(place)
    else yield* oneFieldProblems(jsonPath, place, { found: fieldAt(schema, jsonPath, { allowBrackets: false }), seen })
  }
  if (seen.size > mostFields && !allowsTooMany) yield tooMany(path, seen.size, mostFields)
}

interface Lookup {
  readonly found: FieldAt
  /** The preceding paths. */
  readonly seen: Set<string>
}

function* oneFieldProblems(jsonPath: string, path: string, { found, seen }: Lookup): Problems {
  if ('problem' in found) return yield invalid(path, jsonPath, `is an invalid path: ${found.problem}`)
  if (/^\.metadata(?:\.|$)/.test(jsonPath)) yield invalid(path, jsonPath, 'must not point to fields in metadata')
  if (!selectableTypes.has(found.schema.type)) {
    const why =
      'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.'
    yield invalid(path, jsonPath, why)
  }
  if (seen.has(jsonPath)) yield duplicate(path, jsonPath)
  seen.add(jsonPath)
}
