// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { ObjectMeta } from '../meta/v1.ts'

export const PriorityClass: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    description: { type: 'string' },
    globalDefault: { type: 'boolean' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    preemptionPolicy: { type: 'string', enum: ['Never', 'PreemptLowerPriority'] },
    value: { type: 'integer', format: 'int32' },
  },
}
