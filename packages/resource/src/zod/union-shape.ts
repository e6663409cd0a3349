/**
 * The common structure of several options. A structural schema has a single structure, so a union keeps the shared structure at the top
 * and moves each option's value constraints into a branch.
 * See decision 0035.
 */
import { deepEqual, getOwn, setOwn } from '@kubewright/core/json'
import type { NestedValidation, StructuralSchema } from '../schema/structural-schema.ts'

/** Keywords that constrain values, and so are allowed in a branch. */
const valueKeywords = [
  'format',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'multipleOf',
  'enum',
  'maxProperties',
  'minProperties',
  'required',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
] as const satisfies readonly (keyof NestedValidation)[]

/** Documentation, which may differ. */
const words: readonly string[] = ['title', 'description', 'example', 'externalDocs']

/** In a branch, which has no type, the API server treats every format as a string format; so number formats stay at the top. */
function isValueKeyword(key: string, schema: StructuralSchema): boolean {
  const isNumberFormat = key === 'format' && (schema.type === 'integer' || schema.type === 'number')
  return valueKeywords.includes(key as never) && !isNumberFormat
}

/**
 * Marks the schema of an object that rejects undeclared fields. A schema cannot express that, and need not: the API server prunes such
 * fields. In a union it matters again, because the fields of other options are not pruned.
 */
export const strict: unique symbol = Symbol('strict')

/** A schema under conversion. The mark is dropped when the schema is copied as JSON. */
export type MarkedSchema = StructuralSchema & { readonly [strict]?: boolean }

/** The value constraints of `schema`, as a branch below the shared structure. */
export function valuesOf(schema: MarkedSchema, shape: StructuralSchema): NestedValidation {
  const own = Object.entries(schema).filter(([key]) => isValueKeyword(key, schema))
  const fields = Object.entries(schema.properties ?? {})
    .map(([key, field]) => [key, valuesOf(field, getOwn(shape.properties, key) ?? field)] as const)
    .filter(([, values]) => !isEmpty(values))
  const items = schema.items === undefined ? {} : valuesOf(schema.items, shape.items ?? schema.items)
  return withRefusal(
    {
      ...Object.fromEntries(own),
      ...(fields.length > 0 ? { properties: Object.fromEntries(fields) } : {}),
      ...(isEmpty(items) ? {} : { items }),
    },
    schema[strict] ? strangersOf(schema, shape) : [],
  )
}

/** The fields of other options. */
function strangersOf(schema: StructuralSchema, shape: StructuralSchema): readonly string[] {
  return Object.keys(shape.properties ?? {}).filter((key) => !Object.hasOwn(schema.properties ?? {}, key))
}

function withRefusal(values: NestedValidation, strangers: readonly string[]): NestedValidation {
  if (strangers.length === 0) return values
  const present = strangers.map((key) => ({ required: [key] }))
  const not = present.length === 1 ? present[0]! : { anyOf: present }
  return values.not === undefined ? { ...values, not } : { ...values, allOf: [...(values.allOf ?? []), { not }] }
}

/** Fields with a default that only some options have: the default would be filled in for all of them. */
export function loneDefaults(
  options: readonly StructuralSchema[],
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  const keys = new Set(options.flatMap(({ properties = {} }) => Object.keys(properties)))
  const inFields = [...keys].flatMap((key) => {
    const fields = options.flatMap(({ properties = {} }) => (Object.hasOwn(properties, key) ? [properties[key]!] : []))
    const isLone = fields.length < options.length && fields.some((field) => field.default !== undefined)
    return isLone ? [[...path, key]] : loneDefaults(fields, [...path, key])
  })
  const items = options.flatMap((option) => (option.items ? [option.items] : []))
  return items.length > 0 ? [...inFields, ...loneDefaults(items, path)] : inFields
}

/** The structure of `schema`. Values of maps stay whole: branches cannot constrain them. */
export function shapeOf(schema: StructuralSchema): StructuralSchema {
  const own = Object.entries(schema).filter(([key]) => !isValueKeyword(key, schema))
  const { properties, items, ...rest } = Object.fromEntries(own) as StructuralSchema
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: mapValues(properties, shapeOf) }),
    ...(items === undefined ? {} : { items: shapeOf(items) }),
  }
}

export type Merged = { readonly shape: StructuralSchema } | { readonly conflict: string }

/** The structure that covers both, or where they conflict. */
export function mergeShapes(a: StructuralSchema, b: StructuralSchema, path = ''): Merged {
  const conflict = conflictOf(a, b, path)
  if (conflict !== undefined) return { conflict }
  const properties = mergeFields(a.properties ?? {}, b.properties ?? {}, path)
  if ('conflict' in properties) return properties
  const items = a.items && b.items ? mergeShapes(a.items, b.items, `${path}[*]`) : undefined
  if (items !== undefined && 'conflict' in items) return items
  return {
    shape: {
      ...b,
      ...a,
      ...(a.properties || b.properties ? { properties: properties.shape.properties! } : {}),
      ...(items === undefined ? {} : { items: items.shape }),
    },
  }
}

/** Everything but fields, items and documentation must be the same. */
function conflictOf(a: StructuralSchema, b: StructuralSchema, path: string): string | undefined {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  const differing = [...keys].find((key) => {
    if (key === 'properties' || key === 'items' || words.includes(key)) return false
    return !deepEqual(a[key as keyof StructuralSchema], b[key as keyof StructuralSchema])
  })
  if (differing === undefined) return undefined
  const where = path === '' ? '' : ` of ${path.replace(/^\./, '')}`
  return differing === 'type' ? `the types${where} are ${a.type} and ${b.type}` : `\`${differing}\`${where} differs`
}

function mergeFields(
  a: Readonly<Record<string, StructuralSchema>>,
  b: Readonly<Record<string, StructuralSchema>>,
  path: string,
): Merged {
  const merged: Record<string, StructuralSchema> = { ...a }
  for (const [key, field] of Object.entries(b)) {
    const before = Object.hasOwn(a, key) ? a[key] : undefined
    const result: Merged = before === undefined ? { shape: field } : mergeShapes(before, field, `${path}.${key}`)
    if ('conflict' in result) return result
    setOwn(merged, key, result.shape)
  }
  return { shape: { properties: merged } }
}

export function isEmpty(values: NestedValidation): boolean {
  return Object.keys(values).length === 0
}

function mapValues(
  fields: Readonly<Record<string, StructuralSchema>>,
  change: (field: StructuralSchema) => StructuralSchema,
): Record<string, StructuralSchema> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, change(field)]))
}
