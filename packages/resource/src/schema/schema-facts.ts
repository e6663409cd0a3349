/** Facts about a schema that every validation needs. Computed once and cached for the lifetime of the schema. */
import type { StructuralSchema } from './structural-schema.ts'

export interface SchemaFacts {
  /** The declared fields, as a list. */
  readonly fields: readonly (readonly [name: string, schema: StructuralSchema])[]
  /** Whether anything here or below has a default, is a set or map, or is an embedded object. */
  readonly hasDefaults: boolean
  readonly hasListTypes: boolean
  readonly hasEmbedded: boolean
}

const known = new WeakMap<object, SchemaFacts>()

export function factsOf(schema: StructuralSchema): SchemaFacts {
  let facts = known.get(schema)
  if (!facts) known.set(schema, (facts = findFacts(schema)))
  return facts
}

function findFacts(schema: StructuralSchema): SchemaFacts {
  const fields = Object.entries(schema.properties ?? {})
  const { items, additionalProperties: entries } = schema
  const below = [
    ...fields.map(([, field]) => field),
    ...(items ? [items] : []),
    ...(typeof entries === 'object' ? [entries] : []),
  ]
  const facts = below.map(factsOf)
  const listType = schema['x-kubernetes-list-type']
  return {
    fields,
    hasDefaults: schema.default != null || facts.some(({ hasDefaults }) => hasDefaults),
    hasListTypes: listType === 'set' || listType === 'map' || facts.some(({ hasListTypes }) => hasListTypes),
    hasEmbedded: schema['x-kubernetes-embedded-resource'] === true || facts.some(({ hasEmbedded }) => hasEmbedded),
  }
}
