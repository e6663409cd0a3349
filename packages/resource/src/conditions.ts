/** The schema of the status fields for conditions. */
import type { StructuralSchema } from './schema/structural-schema.ts'

const conditionSchema: StructuralSchema = {
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    type: {
      description: 'Type of the condition, in CamelCase.',
      type: 'string',
      maxLength: 316,
      pattern:
        '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
    },
    status: { description: 'Status: True, False or Unknown.', type: 'string', enum: ['True', 'False', 'Unknown'] },
    observedGeneration: {
      description: 'The generation of the object that the condition is based on.',
      type: 'integer',
      format: 'int64',
      minimum: 0,
    },
    lastTransitionTime: { description: 'When the status last changed.', type: 'string', format: 'date-time' },
    reason: {
      description: 'Machine-readable reason, as one CamelCase word.',
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
    },
    message: { description: 'Human-readable explanation.', type: 'string', maxLength: 32768 },
  },
}

/** The status field common to every kind. See decision 0296. */
export const generationField: Readonly<Record<string, StructuralSchema>> = {
  observedGeneration: {
    description: 'The generation of the object that the status is based on.',
    type: 'integer',
    format: 'int64',
    minimum: 0,
  },
}

/** The status fields that `conditions` adds. */
export function conditionFields(types: readonly string[]): Readonly<Record<string, StructuralSchema>> {
  return {
    ...generationField,
    conditions: {
      description: `Conditions of the object: ${types.join(', ')}.`,
      type: 'array',
      items: conditionSchema,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    },
  }
}
