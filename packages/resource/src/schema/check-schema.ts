/** Validates a schema as the API server does for a CustomResourceDefinition. */
import { defaultProblems } from './default-rules.ts'
import { forbidden, invalid, type Problem } from './problem.ts'
import { hasForeignKeyword, schemaProblems } from './schema-rules.ts'
import { structuralProblems } from './structural-rules.ts'
import type { StructuralSchema } from './structural-schema.ts'

/** Options of `checkSchema`. */
export interface SchemaCheckOptions {
  /** The path of the schema, for messages: `spec.versions[0].schema.openAPIV3Schema`. */
  readonly path?: string
  /** Whether the version has a status subresource, which allows fewer keywords at the root. */
  readonly hasStatus?: boolean
}

/**
 * The API server's validation errors for `schema`. Only the form of CEL rules is checked: only the API server compiles them and
 * evaluates them on defaults.
 *
 * @example
 * ```ts
 * checkSchema({ type: 'object', properties: { tags: { type: 'array' } } }).map(formatProblem)
 * // => ['properties[tags].items: Required value: must be specified']
 * ```
 */
export function checkSchema(schema: StructuralSchema, options: SchemaCheckOptions = {}): readonly Problem[] {
  const { path = '', hasStatus = false } = options
  // With an unknown keyword, the API server cannot check whether the rest is structural.
  const isForeign = hasForeignKeyword(schema)
  const structural = isForeign ? [] : structuralProblems(schema, path)
  return [
    ...(hasStatus ? rootProblems(schema, path) : []),
    ...(schema.nullable ? [forbidden(`${path}.nullable`, 'nullable cannot be true at the root')] : []),
    ...(structural.length > 0 || isForeign ? structural : defaultProblems(schema, path)),
    ...schemaProblems(schema, path),
  ]
}

/** Go names of the keywords allowed at the root with a status subresource, in the API server's order. */
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
