// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'scheduling/v1.PriorityClass': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      description: { type: 'string' },
      globalDefault: { type: 'boolean' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      preemptionPolicy: { type: 'string', enum: ['Never', 'PreemptLowerPriority'] },
      value: { type: 'integer', format: 'int32', default: 0 },
    },
  },
}
