/** Converts a schema to the text of a TypeScript type. */
import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import { coreTypes } from './corrections.ts'
import { splitDefinition, stringText } from './naming.ts'

export interface TypeScope {
  readonly definitions: Definitions
  /** The definitions that are kinds: inside another object they have their authored form. */
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

/** Metadata and kinds inside another object are authored with it: they have no uid or version. */
export function referenceText(definition: string, { kinds }: Pick<TypeScope, 'kinds'>): string {
  if (definition === 'meta/v1.ObjectMeta') return 'AuthoredMeta'
  const { name } = splitDefinition(definition)
  return coreTypes[definition] ?? (kinds.has(definition) ? `${name}Input` : name)
}

function grouped(type: string): string {
  return type.includes(' ') && !type.startsWith('Readonly<') ? `(${type})` : type
}
