// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { ObjectMeta, Time } from '../meta/v1.ts'

export const CrossVersionObjectReference: StructuralSchema = {
  type: 'object',
  required: ['kind', 'name'],
  'x-kubernetes-map-type': 'atomic',
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, name: { type: 'string' } },
}

export const HorizontalPodAutoscalerSpec: StructuralSchema = {
  type: 'object',
  required: ['maxReplicas', 'scaleTargetRef'],
  properties: {
    maxReplicas: { type: 'integer', format: 'int32' },
    minReplicas: { type: 'integer', format: 'int32' },
    scaleTargetRef: CrossVersionObjectReference,
    targetCPUUtilizationPercentage: { type: 'integer', format: 'int32' },
  },
}

export const HorizontalPodAutoscalerStatus: StructuralSchema = {
  type: 'object',
  required: ['currentReplicas', 'desiredReplicas'],
  properties: {
    currentCPUUtilizationPercentage: { type: 'integer', format: 'int32' },
    currentReplicas: { type: 'integer', format: 'int32' },
    desiredReplicas: { type: 'integer', format: 'int32' },
    lastScaleTime: Time,
    observedGeneration: { type: 'integer', format: 'int64' },
  },
}

export const HorizontalPodAutoscaler: StructuralSchema = {
  type: 'object',
  required: ['spec', 'status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: HorizontalPodAutoscalerSpec,
    status: HorizontalPodAutoscalerStatus,
  },
}

export const ScaleSpec: StructuralSchema = {
  type: 'object',
  properties: { replicas: { type: 'integer', format: 'int32', default: 0 } },
}

export const ScaleStatus: StructuralSchema = {
  type: 'object',
  required: ['replicas'],
  properties: { replicas: { type: 'integer', format: 'int32' }, selector: { type: 'string' } },
}

export const Scale: StructuralSchema = {
  type: 'object',
  required: ['status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ScaleSpec,
    status: ScaleStatus,
  },
}
