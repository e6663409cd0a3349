// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { Condition, DeleteOptions, IntOrString, LabelSelector, ObjectMeta, Time } from '../meta/v1.ts'

export const Eviction: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    deleteOptions: DeleteOptions,
    kind: { type: 'string' },
    metadata: ObjectMeta,
  },
}

export const PodDisruptionBudgetSpec: StructuralSchema = {
  type: 'object',
  properties: {
    maxUnavailable: IntOrString,
    minAvailable: IntOrString,
    selector: LabelSelector,
    unhealthyPodEvictionPolicy: { type: 'string', enum: ['AlwaysAllow', 'IfHealthyBudget'] },
  },
}

export const PodDisruptionBudgetStatus: StructuralSchema = {
  type: 'object',
  properties: {
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: Condition,
    },
    currentHealthy: { type: 'integer', format: 'int32' },
    desiredHealthy: { type: 'integer', format: 'int32' },
    disruptedPods: { type: 'object', additionalProperties: Time },
    disruptionsAllowed: { type: 'integer', format: 'int32' },
    expectedPods: { type: 'integer', format: 'int32' },
    observedGeneration: { type: 'integer', format: 'int64' },
  },
}

export const PodDisruptionBudget: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: PodDisruptionBudgetSpec,
    status: PodDisruptionBudgetStatus,
  },
}
