// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'policy/v1.Eviction': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      deleteOptions: { $ref: 'meta/v1.DeleteOptions' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
    },
  },
  'policy/v1.PodDisruptionBudget': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'policy/v1.PodDisruptionBudgetSpec', default: {} },
      status: { $ref: 'policy/v1.PodDisruptionBudgetStatus', default: {} },
    },
  },
  'policy/v1.PodDisruptionBudgetSpec': {
    type: 'object',
    properties: {
      maxUnavailable: { $ref: 'meta/v1.IntOrString' },
      minAvailable: { $ref: 'meta/v1.IntOrString' },
      selector: { $ref: 'meta/v1.LabelSelector', 'x-kubernetes-patch-strategy': 'replace' },
      unhealthyPodEvictionPolicy: { type: 'string', enum: ['AlwaysAllow', 'IfHealthyBudget'] },
    },
  },
  'policy/v1.PodDisruptionBudgetStatus': {
    type: 'object',
    properties: {
      conditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'type',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'meta/v1.Condition', default: {} },
      },
      currentHealthy: { type: 'integer', format: 'int32', default: 0 },
      desiredHealthy: { type: 'integer', format: 'int32', default: 0 },
      disruptedPods: { type: 'object', additionalProperties: { $ref: 'meta/v1.Time' } },
      disruptionsAllowed: { type: 'integer', format: 'int32', default: 0 },
      expectedPods: { type: 'integer', format: 'int32', default: 0 },
      observedGeneration: { type: 'integer', format: 'int64' },
    },
  },
}
