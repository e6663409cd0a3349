/** Builds the schema of whole objects from the parts of a definition. */
import { deepClone } from '@kubewright/core/json'
import type { $ZodType } from 'zod/v4/core'
import { conditionFields, generationField } from './conditions.ts'
import { checkSchema } from './schema/check-schema.ts'
import { formatProblem } from './schema/problem.ts'
import type { StructuralSchema, ValidationRule } from './schema/structural-schema.ts'
import { Place, type SchemaProblem } from './zod/place.ts'
import { readField } from './zod/read-field.ts'

export interface SchemaParts {
  readonly spec: $ZodType
  readonly status: $ZodType | undefined
  readonly conditions: readonly string[]
  readonly rules: readonly ValidationRule[]
  readonly description: string | undefined
}

export type SchemaResult = { readonly schema: StructuralSchema } | { readonly problems: readonly SchemaProblem[] }

/** The schema of an object, or all its problems. */
export function toResourceSchema(parts: SchemaParts): SchemaResult {
  const root = new Place('')
  const spec = readField(parts.spec, root.field('spec'))
  refuseOtherThanObject(spec.schema, root.field('spec'))
  const status = readStatus(parts, root.field('status'))
  if (root.problems.length > 0) return { problems: root.problems }
  // A copy as plain JSON: drops the reader's internal notes.
  const schema = deepClone(assemble(parts, spec, status))
  const refused = checkSchema(schema, { hasStatus: status !== undefined })
  if (refused.length === 0) return { schema }
  return {
    problems: refused.map(({ field, message }) =>
      explain(field, formatProblem({ field, message, reason: 'FieldValueInvalid' })),
    ),
  }
}

function refuseOtherThanObject({ type, nullable }: StructuralSchema, place: Place): void {
  const isKnown = place.problems.some(({ path }) => path === place.path)
  if ((type !== 'object' || nullable) && !isKnown)
    place.refuse(`${place.path} must be an object, and nothing else`, 'Use z.object().')
}

function assemble(
  { rules, description }: SchemaParts,
  spec: { readonly schema: StructuralSchema; readonly isRequired: boolean },
  status: StructuralSchema | undefined,
): StructuralSchema {
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    ...(spec.isRequired ? { required: ['spec'] } : {}),
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: spec.schema,
      ...(status === undefined ? {} : { status }),
    },
    ...(rules.length > 0 ? { 'x-kubernetes-validations': rules } : {}),
  }
}

function readStatus({ status, conditions }: SchemaParts, place: Place): StructuralSchema | undefined {
  if (status === undefined && conditions.length === 0) return undefined
  const own =
    status === undefined ? { schema: { type: 'object' } as const, isRequired: true } : readField(status, place)
  refuseOtherThanObject(own.schema, place)
  if (!own.isRequired)
    place.refuse('a status is always optional, and has no default', 'Remove .optional() or .default().')
  const properties = own.schema.properties ?? {}
  if (conditions.length === 0) {
    // A map with arbitrary keys has no place for the field, and a declared field of that name takes precedence.
    if (own.schema.additionalProperties !== undefined || Object.hasOwn(properties, 'observedGeneration'))
      return own.schema
    return { ...own.schema, properties: { ...properties, ...generationField } }
  }
  for (const key of ['conditions', 'observedGeneration']) {
    if (Object.hasOwn(properties, key)) {
      place.field(key).refuse('`conditions` of the definition adds this field', 'Remove it from the status.')
    }
  }
  return { ...own.schema, properties: { ...properties, ...conditionFields(conditions) } }
}

/** Translates `properties[spec].properties[ports].items.default` to `spec.ports[*]`. */
function explain(field: string, text: string): SchemaProblem {
  const path = [...field.matchAll(/properties\[([^\]]*)\]|(?<![a-zA-Z])items(?![a-zA-Z])|additionalProperties/g)]
    .map(([step, key]) => (key !== undefined ? `.${key}` : step === 'items' ? '[*]' : '.*'))
    .join('')
    .replace(/^\./, '')
  const what = `the API server would refuse the schema: ${text}`
  return { path: path === '' ? 'the object' : path, what, instead: 'Change it as the text says.' }
}
