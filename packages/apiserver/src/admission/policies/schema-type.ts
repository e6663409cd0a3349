/** Converts a schema to the type that expressions are checked against. Fields are converted lazily. */
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
} from '@kubewright/cel'
import { unescapeName } from '@kubewright/cel/kubernetes'
import { ownField } from '../../object/own-field.ts'

/** The part of a schema that types depend on. */
export interface TypeSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, TypeSchema>>
  readonly additionalProperties?: TypeSchema | boolean
  readonly items?: TypeSchema
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-embedded-resource'?: boolean
}

export type ResolveSchema = (schema: TypeSchema) => TypeSchema

const formats: Readonly<Record<string, CelType>> = {
  byte: bytesType,
  duration: durationType,
  date: timestampType,
  'date-time': timestampType,
}

const scalars: Readonly<Record<string, CelType>> = { boolean: boolType, number: doubleType, integer: intType }

/** `undefined` for values of unknown type: expressions cannot access them. */
export function typeOfSchema(schema: TypeSchema, resolve: ResolveSchema, name: string): CelType | undefined {
  const known = resolve(schema)
  if (known['x-kubernetes-int-or-string']) return dynType
  switch (known.type) {
    case 'array': {
      const items = known.items && typeOfSchema(known.items, resolve, `${name}.@idx`)
      return items && listType(items)
    }
    case 'object':
      return typeOfObject(known, resolve, name)
    case 'string':
      return ownField(formats, known.format ?? '') ?? stringType
    default:
      return ownField(scalars, known.type ?? '')
  }
}

function typeOfObject(schema: TypeSchema, resolve: ResolveSchema, name: string): CelType | undefined {
  const { additionalProperties, properties = {} } = schema
  if (typeof additionalProperties === 'object') {
    const elements = typeOfSchema(additionalProperties, resolve, `${name}.@elem`)
    return elements && mapType(stringType, elements)
  }
  const fields = schema['x-kubernetes-embedded-resource'] ? withRoot(properties) : properties
  return structType(name, (field) => {
    const property = unescapeName(field)
    if (property === undefined || !Object.hasOwn(fields, property)) return undefined
    return typeOfSchema(fields[property]!, resolve, `${name}.${field}`)
  })
}

/** The type of whole objects: they have a kind and a name, even if the schema does not declare them. */
export function typeOfRoot(schema: TypeSchema, resolve: ResolveSchema, name: string): CelType | undefined {
  const known = resolve(schema)
  return typeOfSchema({ ...known, properties: withRoot(known.properties ?? {}) }, resolve, name)
}

const text: TypeSchema = { type: 'string' }

function withRoot(properties: Readonly<Record<string, TypeSchema>>): Readonly<Record<string, TypeSchema>> {
  const { metadata } = properties
  const isDescribed = metadata?.$ref !== undefined || metadata?.properties !== undefined
  const names = { type: 'object', properties: { name: text, generateName: text } }
  return { ...properties, kind: text, apiVersion: text, metadata: isDescribed ? metadata! : names }
}
