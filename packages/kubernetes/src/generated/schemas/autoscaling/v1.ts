// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'autoscaling/v1.CrossVersionObjectReference': {
    type: 'object',
    required: ['kind', 'name'],
    'x-kubernetes-map-type': 'atomic',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string', default: '' },
      name: { type: 'string', default: '' },
    },
  },
  'autoscaling/v1.HorizontalPodAutoscaler': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'autoscaling/v1.HorizontalPodAutoscalerSpec', default: {} },
      status: { $ref: 'autoscaling/v1.HorizontalPodAutoscalerStatus', default: {} },
    },
  },
  'autoscaling/v1.HorizontalPodAutoscalerSpec': {
    type: 'object',
    required: ['scaleTargetRef', 'maxReplicas'],
    properties: {
      maxReplicas: { type: 'integer', format: 'int32', default: 0 },
      minReplicas: { type: 'integer', format: 'int32' },
      scaleTargetRef: { $ref: 'autoscaling/v1.CrossVersionObjectReference', default: {} },
      targetCPUUtilizationPercentage: { type: 'integer', format: 'int32' },
    },
  },
  'autoscaling/v1.HorizontalPodAutoscalerStatus': {
    type: 'object',
    required: ['currentReplicas', 'desiredReplicas'],
    properties: {
      currentCPUUtilizationPercentage: { type: 'integer', format: 'int32' },
      currentReplicas: { type: 'integer', format: 'int32', default: 0 },
      desiredReplicas: { type: 'integer', format: 'int32', default: 0 },
      lastScaleTime: { $ref: 'meta/v1.Time' },
      observedGeneration: { type: 'integer', format: 'int64' },
    },
  },
  'autoscaling/v1.Scale': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'autoscaling/v1.ScaleSpec', default: {} },
      status: { $ref: 'autoscaling/v1.ScaleStatus', default: {} },
    },
  },
  'autoscaling/v1.ScaleSpec': {
    type: 'object',
    properties: { replicas: { type: 'integer', format: 'int32', default: 0 } },
  },
  'autoscaling/v1.ScaleStatus': {
    type: 'object',
    required: ['replicas'],
    properties: { replicas: { type: 'integer', format: 'int32', default: 0 }, selector: { type: 'string' } },
  },
}
