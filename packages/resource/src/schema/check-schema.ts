/** Whether the API server would take a schema as part of a CustomResourceDefinition. */
import { defaultProblems } from './default-rules.ts'
import { forbidden, invalid, type Problem } from './problem.ts'
import { hasForeignKeyword, schemaProblems } from './schema-rules.ts'
import { structuralProblems } from './structural-rules.ts'
import type { StructuralSchema } from './structural-schema.ts'

export interface SchemaCheckOptions {
  /** Where the schema stands, for messages: `spec.versions[0].schema.openAPIV3Schema`. */
  readonly path?: string
  /** Whether the version has a status subresource, which leaves fewer keywords for the root. */
  readonly hasStatus?: boolean
}

/**
 * What the API server says against `schema`. CEL rules are checked for form only: whether they compile, and whether
 * defaults obey them, the API server finds out.
 *
 * @example
 * ```ts
 * checkSchema({ type: 'object', properties: { tags: { type: 'array' } } }).map(formatProblem)
 * // => ['properties[tags].items: Required value: must be specified']
 * ```
 */
export function checkSchema(schema: StructuralSchema, options: SchemaCheckOptions = {}): readonly Problem[] {
  const { path = '', hasStatus = false } = options
  // With a keyword it does not know, the API server cannot tell whether the rest is structural.
  const isForeign = hasForeignKeyword(schema)
  const structural = isForeign ? [] : structuralProblems(schema, path)
  return [
    ...(hasStatus ? rootProblems(schema, path) : []),
    ...(schema.nullable ? [forbidden(`${path}.nullable`, 'nullable cannot be true at the root')] : []),
    ...(structural.length > 0 || isForeign ? structural : defaultProblems(schema, path)),
    ...schemaProblems(schema, path),
  ]
}

/** Go's names of the keywords the root may use beside a status subresource, in the API server's order. */
const rootKeywords = {
  description: 'Description',
  type: 'Type',
  format: 'Format',
  title: 'Title',
  maximum: 'Maximum',
  exclusiveMaximum: 'ExclusiveMaximum',
  minimum: 'Minimum',
  exclusiveMinimum: 'ExclusiveMinimum',
  maxLength: 'MaxLength',
  minLength: 'MinLength',
  pattern: 'Pattern',
  maxItems: 'MaxItems',
  minItems: 'MinItems',
  uniqueItems: 'UniqueItems',
  multipleOf: 'MultipleOf',
  required: 'Required',
  items: 'Items',
  properties: 'Properties',
  externalDocs: 'ExternalDocs',
  example: 'Example',
  'x-kubernetes-preserve-unknown-fields': 'XPreserveUnknownFields',
  'x-kubernetes-validations': 'XValidations',
} as const

function rootProblems(schema: StructuralSchema, path: string): readonly Problem[] {
  if (schema.type !== undefined && schema.type !== 'object') {
    const detail = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
    return [invalid(`${path}.type`, schema.type, detail)]
  }
  const stranger = Object.keys(schema).find((key) => !Object.hasOwn(rootKeywords, key))
  if (stranger === undefined) return []
  const allowed = Object.values(rootKeywords).join(' ')
  const detail = `only [${allowed}] fields are allowed at the root of the schema if the status subresource is enabled`
  return [invalid(path, schema, detail)]
}
