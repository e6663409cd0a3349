// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { Toleration } from '../core/v1.ts'
import { ObjectMeta, Quantity } from '../meta/v1.ts'

export const Overhead: StructuralSchema = {
  type: 'object',
  properties: { podFixed: { type: 'object', additionalProperties: Quantity } },
}

export const Scheduling: StructuralSchema = {
  type: 'object',
  properties: {
    nodeSelector: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
    tolerations: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Toleration },
  },
}

export const RuntimeClass: StructuralSchema = {
  type: 'object',
  required: ['handler'],
  properties: {
    apiVersion: { type: 'string' },
    handler: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    overhead: Overhead,
    scheduling: Scheduling,
  },
}
