/**
 * The rules for structural schemas: every field has a type outside `anyOf` and similar, and those do not describe structure. The API
 * server rejects a CustomResourceDefinition with any other schema, with these messages.
 */
import { deepEqual } from '@kubewright/core/json'
import { forbidden, invalid, type Problem, required } from './problem.ts'
import { re2Problem } from './re2.ts'
import { child } from './schema-path.ts'
import type { NestedValidation, StructuralSchema, ValueValidation } from './structural-schema.ts'

type Level = 'root' | 'field' | 'item'

/** All reasons why `schema` is not structural, in the API server's order. */
export function structuralProblems(schema: StructuralSchema, path = ''): readonly Problem[] {
  const problems = [...shapeProblems(schema, 'root', path), ...completenessProblems(schema, schema, path, path)]
  return problems.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}

function textOf({ field, message }: Problem): string {
  return `${field}: ${message}`
}

function shapeProblems(schema: StructuralSchema, level: Level, path: string): Problem[] {
  const { items, properties, additionalProperties } = schema
  return [
    ...(schema.type === 'array' && items === undefined ? [required(child(path, 'items'), 'must be specified')] : []),
    ...(items === undefined ? [] : shapeProblems(items, 'item', child(path, 'items'))),
    ...Object.entries(properties ?? {}).flatMap(([key, field]) =>
      shapeProblems(field, 'field', `${child(path, 'properties')}[${key}]`),
    ),
    ...(additionalProperties !== undefined && level === 'root'
      ? [forbidden(child(path, 'additionalProperties'), 'must not be used at the root')]
      : []),
    ...(typeof additionalProperties === 'object'
      ? shapeProblems(additionalProperties, 'field', child(path, 'additionalProperties'))
      : []),
    ...eitherProblems(schema, path),
    ...branchProblems(schema, path, spellsIntOrString(schema)),
    ...typeProblems(schema, level, path),
    ...embeddedProblems(schema, level, path),
  ]
}

/** int-or-string excludes the other two ways to leave the type open. */
function eitherProblems(schema: StructuralSchema, path: string): Problem[] {
  if (!schema['x-kubernetes-int-or-string']) return []
  return (['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const)
    .filter((key) => schema[key])
    .map((key) => invalid(child(path, key), true, 'must be false if x-kubernetes-int-or-string is true'))
}

const emptyType: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  field: 'must not be empty for specified object fields',
  item: 'must not be empty for specified array items',
}

function typeProblems(schema: StructuralSchema, level: Level, path: string): Problem[] {
  const { type } = schema
  const at = child(path, 'type')
  const isOpen = schema['x-kubernetes-int-or-string'] || schema['x-kubernetes-preserve-unknown-fields']
  if (schema['x-kubernetes-embedded-resource'] && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true'
    return [type === undefined ? required(at, detail) : invalid(at, type, detail)]
  }
  if (type === undefined) return isOpen ? [] : [required(at, emptyType[level])]
  return level === 'root' && type !== 'object' ? [invalid(at, type, 'must be object at the root')] : []
}

/** Objects with metadata: the root and embedded ones. Metadata has a fixed schema, so few keywords are allowed on it. */
function embeddedProblems(schema: StructuralSchema, level: Level, path: string): Problem[] {
  const { properties = {}, additionalProperties } = schema
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true
  const at = child(path, 'properties')
  const problems: Problem[] = []
  if (isEmbedded && additionalProperties !== undefined) {
    problems.push(
      forbidden(child(path, 'additionalProperties'), 'must not be used if x-kubernetes-embedded-resource is set'),
    )
  }
  if (isEmbedded || level === 'root') {
    for (const [key, type] of [
      ['kind', 'string'],
      ['apiVersion', 'string'],
      ['metadata', 'object'],
    ] as const) {
      const found = properties[key]
      if (found && found.type !== type)
        problems.push(invalid(`${at}[${key}].type`, found.type ?? '', `must be ${type}`))
    }
  }
  if (level === 'root' && properties['metadata'])
    problems.push(...metadataRules(properties['metadata'], `${at}[metadata]`))
  if (isEmbedded && !schema['x-kubernetes-preserve-unknown-fields'] && Object.keys(properties).length === 0) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'
    problems.push(required(at, detail))
  }
  return problems
}

function metadataRules(metadata: StructuralSchema, path: string): Problem[] {
  const { type: _type, default: _default, properties = {}, ...rest } = metadata
  const fields = Object.keys(properties)
  const isAllowed = fields.every((key) => key === 'name' || key === 'generateName') && Object.keys(rest).length === 0
  if (isAllowed) return []
  return [
    forbidden(path, 'must not specify anything other than name and generateName, but metadata is implicitly specified'),
  ]
}

const intOrString = [{ type: 'integer' }, { type: 'string' }]

/** Whether `anyOf` spells out int-or-string, alone or as the first of `allOf`: the only place where a nested type is allowed. */
function spellsIntOrString(schema: ValueValidation): 'anyOf' | 'allOf' | undefined {
  if (deepEqual(schema.anyOf, intOrString)) return 'anyOf'
  return deepEqual(schema.allOf?.[0]?.anyOf, intOrString) ? 'allOf' : undefined
}

function branchProblems(schema: ValueValidation, path: string, spelled?: 'anyOf' | 'allOf'): Problem[] {
  const { anyOf = [], allOf = [], oneOf = [], not, pattern } = schema
  const broken = pattern === undefined ? undefined : re2Problem(pattern)
  return [
    ...(spelled === 'anyOf'
      ? []
      : anyOf.flatMap((branch, i) => nestedProblems(branch, `${child(path, 'anyOf')}[${i}]`))),
    ...allOf.flatMap((branch, i) =>
      nestedProblems(branch, `${child(path, 'allOf')}[${i}]`, i === 0 && spelled === 'allOf' ? 'anyOf' : undefined),
    ),
    ...oneOf.flatMap((branch, i) => nestedProblems(branch, `${child(path, 'oneOf')}[${i}]`)),
    ...(not === undefined ? [] : nestedProblems(not, child(path, 'not'))),
    ...(broken === undefined
      ? []
      : [invalid(child(path, 'pattern'), pattern, `must be a valid regular expression, but isn't: ${broken}`)]),
  ]
}

const mustBe = { empty: 'must be empty', undefined: 'must be undefined', false: 'must be false' } as const

/** The structural keywords, and how the API server requires them to be absent. */
const shapeKeywords: Readonly<Record<string, keyof typeof mustBe>> = {
  type: 'empty',
  additionalProperties: 'undefined',
  default: 'undefined',
  title: 'empty',
  description: 'empty',
  nullable: 'false',
  'x-kubernetes-preserve-unknown-fields': 'false',
  'x-kubernetes-embedded-resource': 'false',
  'x-kubernetes-int-or-string': 'false',
  'x-kubernetes-list-map-keys': 'empty',
  'x-kubernetes-list-type': 'undefined',
  'x-kubernetes-map-type': 'undefined',
  'x-kubernetes-validations': 'empty',
}

function nestedProblems(nested: NestedValidation, path: string, spelled?: 'anyOf'): Problem[] {
  const said = nested as Readonly<Record<string, unknown>>
  return [
    ...branchProblems(nested, path, spelled),
    ...(nested.items === undefined ? [] : nestedProblems(nested.items, child(path, 'items'))),
    ...Object.entries(nested.properties ?? {}).flatMap(([key, field]) =>
      nestedProblems(field, `${child(path, 'properties')}[${key}]`),
    ),
    ...Object.entries(shapeKeywords)
      .filter(([key]) => isSaid(said[key]))
      .map(([key, absence]) => forbidden(child(path, key), `${mustBe[absence]} to be structural`)),
    ...(nested.properties !== undefined && Object.hasOwn(nested.properties, 'metadata')
      ? [forbidden(`${child(path, 'properties')}[metadata]`, 'must not be specified in a nested context')]
      : []),
  ]
}

function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== false && value !== ''
}

/** Every field mentioned in `anyOf` and similar must be declared in the enclosing structure. */
function completenessProblems(
  nested: NestedValidation,
  schema: StructuralSchema,
  schemaPath: string,
  path: string,
): Problem[] {
  const { not, allOf = [], anyOf = [], oneOf = [] } = nested
  const below = (branch: NestedValidation, at: string) => mentioned(branch, schema, schemaPath, at)
  return [
    ...(not === undefined ? [] : below(not, child(path, 'not'))),
    ...allOf.flatMap((branch, i) => below(branch, `${child(path, 'allOf')}[${i}]`)),
    ...anyOf.flatMap((branch, i) => below(branch, `${child(path, 'anyOf')}[${i}]`)),
    ...oneOf.flatMap((branch, i) => below(branch, `${child(path, 'oneOf')}[${i}]`)),
  ]
}

function mentioned(
  nested: NestedValidation,
  schema: StructuralSchema | undefined,
  schemaPath: string,
  path: string,
): Problem[] {
  if (schema === undefined) return [required(schemaPath, `because it is defined in ${path}`)]
  const declared = schema.properties ?? {}
  return [
    ...completenessProblems(nested, schema, schemaPath, path),
    ...(nested.items === undefined
      ? []
      : mentioned(nested.items, schema.items, child(schemaPath, 'items'), child(path, 'items'))),
    ...Object.entries(nested.properties ?? {}).flatMap(([key, field]) => {
      const found = Object.hasOwn(declared, key) ? declared[key] : undefined
      return mentioned(
        field,
        found,
        `${child(schemaPath, 'properties')}[${key}]`,
        `${child(path, 'properties')}[${key}]`,
      )
    }),
  ]
}
