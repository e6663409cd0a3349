/** The ownership schema of a custom kind: its own schema plus the common fields. */
import type { StructuralSchema } from '@kubewright/resource/schema'
import { type OwnershipSchema, shapeOfSchema } from '../../managed-fields/schema-shape.ts'
import type { Shape } from '../../kinds/shape.ts'

const text: OwnershipSchema = { type: 'string' }
const number: OwnershipSchema = { type: 'integer' }
const texts: OwnershipSchema = { type: 'object', additionalProperties: text }

const metadata: OwnershipSchema = {
  type: 'object',
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    selfLink: text,
    uid: text,
    resourceVersion: text,
    generation: number,
    creationTimestamp: text,
    deletionTimestamp: text,
    deletionGracePeriodSeconds: number,
    labels: texts,
    annotations: texts,
    finalizers: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    ownerReferences: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      items: {
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        properties: {
          apiVersion: text,
          kind: text,
          name: text,
          uid: text,
          controller: { type: 'boolean' },
          blockOwnerDeletion: { type: 'boolean' },
        },
      },
    },
    managedFields: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'atomic' },
  },
}

export function customShape(schema: StructuralSchema): Shape {
  return shapeOfSchema(withMetadata(schema as OwnershipSchema, true))
}

/** Embedded resources also have metadata. */
function withMetadata(schema: OwnershipSchema, isRoot: boolean): OwnershipSchema {
  const { properties, items, additionalProperties: values } = schema
  const isObject = isRoot || schema['x-kubernetes-embedded-resource'] === true
  const below = Object.entries(properties ?? {}).map(([name, field]) => [name, withMetadata(field, false)] as const)
  const named = { ...Object.fromEntries(below), ...(isObject ? { apiVersion: text, kind: text, metadata } : {}) }
  return {
    ...schema,
    ...(properties === undefined && !isObject ? {} : { properties: named }),
    ...(items === undefined ? {} : { items: withMetadata(items, false) }),
    ...(typeof values === 'object' ? { additionalProperties: withMetadata(values, false) } : {}),
  }
}
