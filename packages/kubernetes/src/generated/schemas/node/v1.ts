// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'node/v1.Overhead': {
    type: 'object',
    properties: { podFixed: { type: 'object', additionalProperties: { $ref: 'meta/v1.Quantity' } } },
  },
  'node/v1.RuntimeClass': {
    type: 'object',
    required: ['handler'],
    properties: {
      apiVersion: { type: 'string' },
      handler: { type: 'string', default: '' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      overhead: { $ref: 'node/v1.Overhead' },
      scheduling: { $ref: 'node/v1.Scheduling' },
    },
  },
  'node/v1.Scheduling': {
    type: 'object',
    properties: {
      nodeSelector: {
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        additionalProperties: { type: 'string', default: '' },
      },
      tolerations: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'core/v1.Toleration', default: {} },
      },
    },
  },
}
