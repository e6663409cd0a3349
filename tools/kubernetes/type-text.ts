/** From a schema to the text of a TypeScript type. */
import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import { coreTypes } from './corrections.ts'
import { keyText, splitDefinition, stringText } from './naming.ts'

export interface TypeScope {
  readonly definitions: Definitions
  /** The definitions that are kinds: below another object they appear as an author writes them. */
  readonly kinds: ReadonlySet<string>
}

export function typeText(schema: Schema, scope: TypeScope): string {
  const { $ref, type, enum: values, items, additionalProperties } = schema
  if ($ref !== undefined) return referenceText($ref, scope)
  if (values !== undefined) return values.map(stringText).join(' | ')
  if (type === 'array' && items) return `readonly ${grouped(typeText(items, scope))}[]`
  if (type === 'object' && additionalProperties)
    return `Readonly<Record<string, ${typeText(additionalProperties, scope)}>>`
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean') return type
  throw new Error(`Cannot write a type for ${JSON.stringify(schema)}: its form is new. Teach typeText about it.`)
}

/** Metadata and kinds inside another object are authored with it: they have no uid or version of their own. */
export function referenceText(definition: string, { kinds }: Pick<TypeScope, 'kinds'>): string {
  if (definition === 'meta/v1.ObjectMeta') return 'AuthoredMeta'
  const { name } = splitDefinition(definition)
  return coreTypes[definition] ?? (kinds.has(definition) ? `${name}Input` : name)
}

export function interfaceText(definition: string, scope: TypeScope): string {
  const { name } = splitDefinition(definition)
  const schema = scope.definitions[definition]
  const fields = Object.entries(schema?.properties ?? {}).map(([key, property]) =>
    fieldText({ key, property, optional: !isNeeded(key, schema!, scope.definitions) }, scope),
  )
  return `export interface ${name} {\n${fields.join('\n')}\n}\n`
}

export interface Field {
  readonly key: string
  readonly property: Schema
  readonly optional: boolean
}

export function fieldText({ key, property, optional }: Field, scope: TypeScope): string {
  const comment = commentText(property)
  return `${comment}${memberText(key, typeText(property, scope), optional)}`
}

/** An absent field may also be written as `undefined`, which is how optional values arrive from elsewhere. */
export function memberText(key: string, type: string, optional: boolean): string {
  return optional ? `  readonly ${keyText(key)}?: ${type} | undefined` : `  readonly ${keyText(key)}: ${type}`
}

function commentText({ default: preset, format, additionalProperties }: Schema): string {
  const facts = [
    ...(format === 'byte' || additionalProperties?.format === 'byte' ? ['Base64.'] : []),
    ...(isZero(preset) ? [] : [`@default ${typeof preset === 'string' ? stringText(preset) : JSON.stringify(preset)}`]),
  ]
  return facts.length === 0 ? '' : `  /** ${facts.join(' ')} */\n`
}

/** Zero values say that a field is never absent on the server's side; only others are defaults to an author. */
function isZero(preset: unknown): boolean {
  return preset === undefined || preset === '' || preset === 0 || preset === false || isEmptyObject(preset)
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/**
 * Whether a field has to be there: the schema requires it, or it is never absent on the server's side (its default is
 * `{}`) and `{}` would lack something. So the `spec` of a pod template is needed, though the schema calls it optional.
 */
export function isNeeded(key: string, { properties, required }: Schema, definitions: Definitions): boolean {
  if (required?.includes(key)) return true
  const { $ref, default: preset } = properties?.[key] ?? {}
  return $ref !== undefined && isEmptyObject(preset) && !acceptsEmpty(definitions[$ref]!, definitions)
}

function acceptsEmpty(schema: Schema, definitions: Definitions): boolean {
  return Object.keys(schema.properties ?? {}).every((key) => !isNeeded(key, schema, definitions))
}

function grouped(type: string): string {
  return type.includes(' ') && !type.startsWith('Readonly<') ? `(${type})` : type
}
