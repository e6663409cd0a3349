/**
 * A definition as a structural schema for CustomResourceDefinitions: the output of controller-gen for the same type, except
 * that a field and its values are as strict as the TypeScript type (decision 0270).
 */
import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import type { StructuralSchema } from '@kubewright/resource'
import { explicitZeroDefaults, freeForm } from './corrections.ts'
import { isNeeded, isZero } from './field-text.ts'

/** Returns the placeholder of another definition; the text of a module has the name of its constant there. */
export type Refer = (definition: string) => StructuralSchema

/** The structural schema of `definition`; `refer` returns those it contains. */
export function structuralForm(definition: string, definitions: Definitions, refer: Refer): StructuralSchema {
  const special = Object.hasOwn(specials, definition) ? specials[definition] : undefined
  if (special !== undefined) return special
  const { type, properties, ...rest } = definitions[definition]!
  if (freeForm.has(definition)) return { ...(type && { type }), 'x-kubernetes-preserve-unknown-fields': true }
  const scope = { definition, definitions, refer }
  const needed = Object.keys(properties ?? {}).filter((key) => isNeeded(key, definitions[definition]!, definitions))
  return {
    ...(type && { type }),
    ...(needed.length > 0 ? { required: needed } : {}),
    ...mapTypeOf(rest),
    ...(rest.format === undefined ? {} : { format: rest.format }),
    ...(rest.enum === undefined ? {} : { enum: rest.enum }),
    ...(properties === undefined
      ? {}
      : { properties: mapValues(properties, (field, key) => fieldForm(key, field, scope)) }),
  }
}

interface Scope {
  readonly definition: string
  readonly definitions: Definitions
  readonly refer: Refer
}

function fieldForm(key: string, field: Schema, { definition, definitions, refer }: Scope): StructuralSchema {
  const form = valueForm(field, definitions, refer)
  const isRequired = definitions[definition]?.required?.includes(key) ?? false
  const isDefault = isZero(field.default)
    ? (explicitZeroDefaults[definition]?.includes(key) ?? false)
    : field.default !== undefined && !isRequired
  return isDefault ? { ...form, default: field.default as never } : form
}

function valueForm(schema: Schema, definitions: Definitions, refer: Refer): StructuralSchema {
  const { $ref, type, format, enum: values, items, additionalProperties } = schema
  if ($ref !== undefined) return { ...refer($ref), ...mapTypeOf(schema) }
  return {
    ...(type && { type }),
    ...(format === undefined ? {} : { format }),
    ...(values === undefined ? {} : { enum: values }),
    ...mapTypeOf(schema),
    ...listTypeOf(schema, definitions),
    ...(items && { items: valueForm(items, definitions, refer) }),
    ...(additionalProperties && { additionalProperties: valueForm(additionalProperties, definitions, refer) }),
  }
}

function mapTypeOf(schema: Schema): StructuralSchema {
  const mapType = schema['x-kubernetes-map-type']
  return mapType === undefined ? {} : { 'x-kubernetes-map-type': mapType }
}

/**
 * A list whose items may lack a key becomes atomic: the rules for custom resources require keys that are always present. Bytes
 * are a list in Go, and text in JSON.
 */
function listTypeOf(schema: Schema, definitions: Definitions): StructuralSchema {
  const listType = schema['x-kubernetes-list-type']
  if (listType === undefined || schema.type !== 'array') return {}
  if (listType !== 'map') return { 'x-kubernetes-list-type': listType }
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const name = schema.items?.$ref
  const item = (name === undefined ? schema.items : definitions[name]) ?? {}
  const isAlwaysThere = (key: string) => {
    if (item.required?.includes(key)) return true
    const preset = item.properties?.[key]?.default
    return isZero(preset) ? (explicitZeroDefaults[name ?? '']?.includes(key) ?? false) : true
  }
  if (!keys.every(isAlwaysThere)) return { 'x-kubernetes-list-type': 'atomic' }
  return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys }
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}

const text = { type: 'string' } as const
const texts = { type: 'object', additionalProperties: text } as const
const intOrString = { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true } as const

/** Definitions whose structural form does not follow from the published one. */
const specials: Readonly<Record<string, StructuralSchema>> = {
  'meta/v1.IntOrString': intOrString,
  'meta/v1.Quantity': {
    ...intOrString,
    pattern:
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  },
  // Metadata inside an object. `{ type: 'object' }` alone would prune labels and annotations; these five fields are the ones
  // that controller-gen writes with `generateEmbeddedObjectMeta`.
  'meta/v1.ObjectMeta': {
    type: 'object',
    properties: {
      annotations: texts,
      finalizers: { type: 'array', items: text },
      labels: texts,
      name: text,
      namespace: text,
    },
  },
}
