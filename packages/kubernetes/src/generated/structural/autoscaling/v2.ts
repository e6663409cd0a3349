// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { LabelSelector, ObjectMeta, Quantity, Time } from '../meta/v1.ts'

export const MetricTarget: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: {
    averageUtilization: { type: 'integer', format: 'int32' },
    averageValue: Quantity,
    type: { type: 'string' },
    value: Quantity,
  },
}

export const ContainerResourceMetricSource: StructuralSchema = {
  type: 'object',
  required: ['container', 'name', 'target'],
  properties: { container: { type: 'string' }, name: { type: 'string' }, target: MetricTarget },
}

export const MetricValueStatus: StructuralSchema = {
  type: 'object',
  properties: { averageUtilization: { type: 'integer', format: 'int32' }, averageValue: Quantity, value: Quantity },
}

export const ContainerResourceMetricStatus: StructuralSchema = {
  type: 'object',
  required: ['container', 'current', 'name'],
  properties: { container: { type: 'string' }, current: MetricValueStatus, name: { type: 'string' } },
}

export const CrossVersionObjectReference: StructuralSchema = {
  type: 'object',
  required: ['kind', 'name'],
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, name: { type: 'string' } },
}

export const MetricIdentifier: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, selector: LabelSelector },
}

export const ExternalMetricSource: StructuralSchema = {
  type: 'object',
  required: ['metric', 'target'],
  properties: { metric: MetricIdentifier, target: MetricTarget },
}

export const ExternalMetricStatus: StructuralSchema = {
  type: 'object',
  required: ['current', 'metric'],
  properties: { current: MetricValueStatus, metric: MetricIdentifier },
}

export const HPAScalingPolicy: StructuralSchema = {
  type: 'object',
  required: ['periodSeconds', 'type', 'value'],
  properties: {
    periodSeconds: { type: 'integer', format: 'int32' },
    type: { type: 'string' },
    value: { type: 'integer', format: 'int32' },
  },
}

export const HPAScalingRules: StructuralSchema = {
  type: 'object',
  properties: {
    policies: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: HPAScalingPolicy },
    selectPolicy: { type: 'string' },
    stabilizationWindowSeconds: { type: 'integer', format: 'int32' },
    tolerance: Quantity,
  },
}

export const HorizontalPodAutoscalerBehavior: StructuralSchema = {
  type: 'object',
  properties: { scaleDown: HPAScalingRules, scaleUp: HPAScalingRules },
}

export const ObjectMetricSource: StructuralSchema = {
  type: 'object',
  required: ['describedObject', 'metric', 'target'],
  properties: { describedObject: CrossVersionObjectReference, metric: MetricIdentifier, target: MetricTarget },
}

export const PodsMetricSource: StructuralSchema = {
  type: 'object',
  required: ['metric', 'target'],
  properties: { metric: MetricIdentifier, target: MetricTarget },
}

export const ResourceMetricSource: StructuralSchema = {
  type: 'object',
  required: ['name', 'target'],
  properties: { name: { type: 'string' }, target: MetricTarget },
}

export const MetricSpec: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: {
    containerResource: ContainerResourceMetricSource,
    external: ExternalMetricSource,
    object: ObjectMetricSource,
    pods: PodsMetricSource,
    resource: ResourceMetricSource,
    type: { type: 'string' },
  },
}

export const HorizontalPodAutoscalerSpec: StructuralSchema = {
  type: 'object',
  required: ['maxReplicas', 'scaleTargetRef'],
  properties: {
    behavior: HorizontalPodAutoscalerBehavior,
    maxReplicas: { type: 'integer', format: 'int32' },
    metrics: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: MetricSpec },
    minReplicas: { type: 'integer', format: 'int32' },
    scaleTargetRef: CrossVersionObjectReference,
  },
}

export const HorizontalPodAutoscalerCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const ObjectMetricStatus: StructuralSchema = {
  type: 'object',
  required: ['current', 'describedObject', 'metric'],
  properties: { current: MetricValueStatus, describedObject: CrossVersionObjectReference, metric: MetricIdentifier },
}

export const PodsMetricStatus: StructuralSchema = {
  type: 'object',
  required: ['current', 'metric'],
  properties: { current: MetricValueStatus, metric: MetricIdentifier },
}

export const ResourceMetricStatus: StructuralSchema = {
  type: 'object',
  required: ['current', 'name'],
  properties: { current: MetricValueStatus, name: { type: 'string' } },
}

export const MetricStatus: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: {
    containerResource: ContainerResourceMetricStatus,
    external: ExternalMetricStatus,
    object: ObjectMetricStatus,
    pods: PodsMetricStatus,
    resource: ResourceMetricStatus,
    type: { type: 'string' },
  },
}

export const HorizontalPodAutoscalerStatus: StructuralSchema = {
  type: 'object',
  required: ['desiredReplicas'],
  properties: {
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: HorizontalPodAutoscalerCondition,
    },
    currentMetrics: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: MetricStatus },
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
