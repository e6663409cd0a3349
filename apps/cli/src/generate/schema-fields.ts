/** The fields of a schema as a flat list, for people. Pure. */
import type { StructuralSchema } from '@kubewright/resource'

export interface SchemaField {
  /** `spec.ports[].name`, `spec.labels.*` */
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  /** Its description; empty if none. */
  readonly text: string
  /** Further constraints, as short sentences. */
  readonly limits: readonly string[]
}

/** Every field below `path`, in the order of the schema. Conditions count as one field: they are the same everywhere. */
export function fieldsOf(schema: StructuralSchema, path: string): readonly SchemaField[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const own = { path: `${path}.${key}`, ...describe(field), isRequired: required.has(key) }
    return own.path === 'status.conditions' ? [own] : [own, ...below(field, own.path)]
  })
}

function below(schema: StructuralSchema, path: string): readonly SchemaField[] {
  if (schema.type === 'array' && schema.items !== undefined) return below(schema.items, `${path}[]`)
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'object') return below(additionalProperties, `${path}.*`)
  return fieldsOf(schema, path)
}

function describe(schema: StructuralSchema): Pick<SchemaField, 'type' | 'text' | 'limits'> {
  return { type: typeOf(schema), text: sentence(schema.description ?? ''), limits: limitsOf(schema) }
}

function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`
}

function typeOf(schema: StructuralSchema): string {
  const { type, items, additionalProperties, format } = schema
  if (schema['x-kubernetes-int-or-string']) return 'integer or string'
  if (type === 'array') return `list of ${items === undefined ? 'anything' : typeOf(items)}`
  if (typeof additionalProperties === 'object') return `map of ${typeOf(additionalProperties)}`
  if (type === undefined) return 'anything'
  return format === undefined || type !== 'string' ? type : `string (${format})`
}

/** The constraints in a fixed order, a short sentence each. */
function limitsOf(schema: StructuralSchema): readonly string[] {
  const said = (name: string, value: unknown) => (value === undefined ? [] : [`${name} ${JSON.stringify(value)}.`])
  return [
    ...(schema.enum === undefined
      ? []
      : [
          `One of ${schema.enum.map((value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``).join(', ')}.`,
        ]),
    ...(schema.default === undefined ? [] : [`Default: \`${JSON.stringify(schema.default)}\`.`]),
    ...said(schema.exclusiveMinimum ? 'More than' : 'At least', schema.minimum),
    ...said(schema.exclusiveMaximum ? 'Less than' : 'At most', schema.maximum),
    ...said('Shortest length', schema.minLength),
    ...said('Longest length', schema.maxLength),
    ...said('Fewest items', schema.minItems),
    ...said('Most items', schema.maxItems),
    ...(schema.pattern === undefined ? [] : [`Pattern: \`${schema.pattern}\`.`]),
  ]
}
