/** The CEL type of the values under a schema, with the bounds on their size. */
import type { StructuralSchema } from '@kubewright/resource/schema'
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  stringType,
  structType,
  timestampType,
} from '../types/type.ts'
import { escapeName } from './escape.ts'

/** The type of a schema, with the size limits that cost estimation needs. */
export interface DeclaredType {
  readonly type: CelType
  /** The maximum number of characters, elements or entries of a value; 0 for types without a size. */
  readonly mostElements: number
  /** The minimum size of a value in JSON, which bounds the number of values in a request. */
  readonly leastBytes: number
  /** By their escaped names. */
  readonly fields?: ReadonlyMap<string, DeclaredType>
  readonly key?: DeclaredType
  readonly element?: DeclaredType
}

/** The limit on request size. */
export const maxRequestBytes = 3 * 1024 * 1024

/** `undefined` for values of unknown shape, which expressions cannot see. */
export function declaredType(schema: StructuralSchema, isRoot: boolean, name = 'selfType'): DeclaredType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) {
    return { type: dynType, leastBytes: 1, mostElements: textLength(schema, maxRequestBytes - 2) }
  }
  switch (schema.type) {
    case 'array':
      return declaredList(schema, name)
    case 'object':
      return declaredObject(isRoot ? withObjectMeta(schema) : schema, name)
    case 'string':
      return declaredText(schema)
    case 'boolean':
      return { type: boolType, leastBytes: 4, mostElements: 0 }
    case 'number':
      return { type: doubleType, leastBytes: 1, mostElements: 0 }
    case 'integer':
      return { type: intType, leastBytes: 1, mostElements: 0 }
    default:
      return undefined
  }
}

/** Adds the fields that the root and embedded objects have besides their own. Only the names of metadata are visible. */
export function withObjectMeta(schema: StructuralSchema): StructuralSchema {
  const text: StructuralSchema = { type: 'string' }
  const { kind, apiVersion, metadata } = schema.properties ?? {}
  const isThere =
    kind?.type === 'string' &&
    apiVersion?.type === 'string' &&
    metadata?.type === 'object' &&
    metadata.properties?.['name']?.type === 'string' &&
    metadata.properties['generateName']?.type === 'string'
  if (isThere) return schema
  return {
    ...schema,
    properties: {
      ...schema.properties,
      kind: text,
      apiVersion: text,
      metadata: { type: 'object', properties: { name: text, generateName: text } },
    },
  }
}

function declaredList(schema: StructuralSchema, name: string): DeclaredType | undefined {
  const { items, maxItems } = schema
  const element = items && declaredType(items, items['x-kubernetes-embedded-resource'] === true, `${name}.@idx`)
  if (element === undefined) return undefined
  const most =
    maxItems === undefined ? Math.floor((maxRequestBytes - 2) / (element.leastBytes + 1)) : Math.max(0, maxItems)
  return { type: listType(element.type), leastBytes: 2, mostElements: most, element }
}

function declaredObject(schema: StructuralSchema, name: string): DeclaredType | undefined {
  const { additionalProperties } = schema
  return typeof additionalProperties === 'object'
    ? declaredMap(schema, additionalProperties, name)
    : declaredStruct(schema, name)
}

function declaredMap(schema: StructuralSchema, values: StructuralSchema, name: string): DeclaredType | undefined {
  const element = declaredType(values, values['x-kubernetes-embedded-resource'] === true, `${name}.@elem`)
  if (element === undefined) return undefined
  const { maxProperties } = schema
  // Key, colon, quotes and comma take at least six bytes.
  const most =
    maxProperties === undefined
      ? Math.floor((maxRequestBytes - 2) / (element.leastBytes + 6))
      : Math.max(0, maxProperties)
  const key: DeclaredType = { type: stringType, leastBytes: 2, mostElements: 0 }
  return { type: mapType(stringType, element.type), leastBytes: 2, mostElements: most, key, element }
}

function declaredStruct({ properties = {}, required = [] }: StructuralSchema, name: string): DeclaredType {
  const fields = new Map<string, DeclaredType>()
  let leastBytes = 2
  for (const [property, schema] of Object.entries(properties)) {
    const escaped = escapeName(property)
    const field = declaredType(schema, schema['x-kubernetes-embedded-resource'] === true, `${name}.${escaped}`)
    if (field === undefined) continue
    if (escaped !== undefined) fields.set(escaped, field)
    if (required.includes(property) && schema.default === undefined) {
      leastBytes += Buffer.byteLength(property) + field.leastBytes + 4
    }
  }
  return {
    type: structType(name, (field) => (fields.get(field) ?? fields.get(`__${field}__`))?.type),
    leastBytes,
    mostElements: 0,
    fields,
  }
}

function declaredText(schema: StructuralSchema): DeclaredType {
  switch (schema.format) {
    case 'byte':
      return { type: bytesType, leastBytes: 2, mostElements: Math.max(0, schema.maxLength ?? maxRequestBytes - 2) }
    case 'duration':
      return { type: durationType, leastBytes: 3, mostElements: 32 }
    case 'date':
      return { type: timestampType, leastBytes: 12, mostElements: 12 }
    case 'date-time':
      return { type: timestampType, leastBytes: 21, mostElements: 32 }
    default:
      return { type: stringType, leastBytes: 2, mostElements: textLength(schema, unboundedText(schema)) }
  }
}

/** A character can take four bytes, and costs are counted for that case. */
function textLength({ maxLength }: StructuralSchema, otherwise: number): number {
  return maxLength === undefined ? otherwise : Math.max(0, maxLength) * 4
}

function unboundedText({ enum: allowed }: StructuralSchema): number {
  if (allowed === undefined || allowed.length === 0) return maxRequestBytes - 2
  return Math.max(0, ...allowed.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0)))
}
