/** A sample object with the required fields and those that have a default. Pure. */
import type { JsonValue } from '@kubewright/core/json'
import type { StructuralSchema } from '@kubewright/resource'

export interface SampleKind {
  readonly kind: string
  readonly group: string
  readonly version: string
  readonly scope: string
}

export function sampleOf(schema: StructuralSchema, { kind, group, version, scope }: SampleKind): object {
  const { spec } = schema.properties ?? {}
  return {
    apiVersion: `${group}/${version}`,
    kind,
    metadata: { name: 'example', ...(scope === 'Cluster' ? {} : { namespace: 'default' }) },
    ...(spec === undefined ? {} : { spec: valueOf(spec) }),
  }
}

function valueOf(schema: StructuralSchema): JsonValue {
  if (schema.example !== undefined) return schema.example
  if (schema.default !== undefined && schema.type !== 'object') return schema.default
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return schema.items === undefined || (schema.minItems ?? 0) === 0 ? [] : [valueOf(schema.items)]
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return '…'
  }
}

function objectOf({ properties = {}, required = [] }: StructuralSchema): JsonValue {
  const shown = Object.entries(properties).filter(
    ([key, field]) => required.includes(key) || field.default !== undefined,
  )
  return Object.fromEntries(shown.map(([key, field]) => [key, valueOf(field)]))
}
