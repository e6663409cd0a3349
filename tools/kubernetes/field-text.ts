/** The text of an interface and of its fields: optional, nullable, and with defaults. */
import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import { keyText, splitDefinition, stringText } from './naming.ts'
import { nullableFields } from './nullable-fields.ts'
import { type TypeScope, typeText } from './type-text.ts'

export interface Field {
  /** The definition that has the field: `core/v1.PodSpec`. */
  readonly definition: string
  readonly key: string
  readonly optional: boolean
}

export function interfaceText(definition: string, scope: TypeScope): string {
  const schema = scope.definitions[definition] ?? {}
  const fields = Object.keys(schema.properties ?? {}).map((key) =>
    fieldText({ definition, key, optional: !isNeeded(key, schema, scope.definitions) }, scope),
  )
  return blockText(splitDefinition(definition).name, fields)
}

export function blockText(name: string, members: readonly string[]): string {
  return `export interface ${name} {\n${members.join('\n')}\n}\n`
}

export function fieldText({ definition, key, optional }: Field, scope: TypeScope): string {
  const property = scope.definitions[definition]?.properties?.[key] ?? {}
  const type = typeText(property, scope)
  const isNullable = nullableFields[definition]?.includes(key) ?? false
  return `${commentText(property)}${memberText(key, isNullable ? `${type} | null` : type, optional)}`
}

/** An absent field may also be `undefined`, for optional values from elsewhere. */
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

/** A zero default only means that the field is never absent on the server; any other is a default for authors. */
export function isZero(preset: unknown): boolean {
  return preset === undefined || preset === '' || preset === 0 || preset === false || isEmptyObject(preset)
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/**
 * Whether a field is required: by the schema, or because it is never absent on the server (its default is `{}`) and `{}` would
 * lack a required field. So the `spec` of a pod template is required, although the schema calls it optional.
 */
export function isNeeded(key: string, { properties, required }: Schema, definitions: Definitions): boolean {
  if (required?.includes(key)) return true
  const { $ref, default: preset } = properties?.[key] ?? {}
  return $ref !== undefined && isEmptyObject(preset) && !acceptsEmpty(definitions[$ref]!, definitions)
}

function acceptsEmpty(schema: Schema, definitions: Definitions): boolean {
  return Object.keys(schema.properties ?? {}).every((key) => !isNeeded(key, schema, definitions))
}
