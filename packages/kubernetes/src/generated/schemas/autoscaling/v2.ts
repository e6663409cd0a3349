// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'autoscaling/v2.ContainerResourceMetricSource': {
    type: 'object',
    required: ['name', 'target', 'container'],
    properties: {
      container: { type: 'string', default: '' },
      name: { type: 'string', default: '' },
      target: { $ref: 'autoscaling/v2.MetricTarget', default: {} },
    },
  },
  'autoscaling/v2.ContainerResourceMetricStatus': {
    type: 'object',
    required: ['name', 'current', 'container'],
    properties: {
      container: { type: 'string', default: '' },
      current: { $ref: 'autoscaling/v2.MetricValueStatus', default: {} },
      name: { type: 'string', default: '' },
    },
  },
  'autoscaling/v2.CrossVersionObjectReference': {
    type: 'object',
    required: ['kind', 'name'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string', default: '' },
      name: { type: 'string', default: '' },
    },
  },
  'autoscaling/v2.ExternalMetricSource': {
    type: 'object',
    required: ['metric', 'target'],
    properties: {
      metric: { $ref: 'autoscaling/v2.MetricIdentifier', default: {} },
      target: { $ref: 'autoscaling/v2.MetricTarget', default: {} },
    },
  },
  'autoscaling/v2.ExternalMetricStatus': {
    type: 'object',
    required: ['metric', 'current'],
    properties: {
      current: { $ref: 'autoscaling/v2.MetricValueStatus', default: {} },
      metric: { $ref: 'autoscaling/v2.MetricIdentifier', default: {} },
    },
  },
  'autoscaling/v2.HPAScalingPolicy': {
    type: 'object',
    required: ['type', 'value', 'periodSeconds'],
    properties: {
      periodSeconds: { type: 'integer', format: 'int32', default: 0 },
      type: { type: 'string', default: '' },
      value: { type: 'integer', format: 'int32', default: 0 },
    },
  },
  'autoscaling/v2.HPAScalingRules': {
    type: 'object',
    properties: {
      policies: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'autoscaling/v2.HPAScalingPolicy', default: {} },
      },
      selectPolicy: { type: 'string' },
      stabilizationWindowSeconds: { type: 'integer', format: 'int32' },
      tolerance: { $ref: 'meta/v1.Quantity' },
    },
  },
  'autoscaling/v2.HorizontalPodAutoscaler': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'autoscaling/v2.HorizontalPodAutoscalerSpec', default: {} },
      status: { $ref: 'autoscaling/v2.HorizontalPodAutoscalerStatus', default: {} },
    },
  },
  'autoscaling/v2.HorizontalPodAutoscalerBehavior': {
    type: 'object',
    properties: {
      scaleDown: { $ref: 'autoscaling/v2.HPAScalingRules' },
      scaleUp: { $ref: 'autoscaling/v2.HPAScalingRules' },
    },
  },
  'autoscaling/v2.HorizontalPodAutoscalerCondition': {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      lastTransitionTime: { $ref: 'meta/v1.Time' },
      message: { type: 'string' },
      reason: { type: 'string' },
      status: { type: 'string', default: '' },
      type: { type: 'string', default: '' },
    },
  },
  'autoscaling/v2.HorizontalPodAutoscalerSpec': {
    type: 'object',
    required: ['scaleTargetRef', 'maxReplicas'],
    properties: {
      behavior: { $ref: 'autoscaling/v2.HorizontalPodAutoscalerBehavior' },
      maxReplicas: { type: 'integer', format: 'int32', default: 0 },
      metrics: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'autoscaling/v2.MetricSpec', default: {} },
      },
      minReplicas: { type: 'integer', format: 'int32' },
      scaleTargetRef: { $ref: 'autoscaling/v2.CrossVersionObjectReference', default: {} },
    },
  },
  'autoscaling/v2.HorizontalPodAutoscalerStatus': {
    type: 'object',
    required: ['desiredReplicas'],
    properties: {
      conditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'type',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'autoscaling/v2.HorizontalPodAutoscalerCondition', default: {} },
      },
      currentMetrics: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'autoscaling/v2.MetricStatus', default: {} },
      },
      currentReplicas: { type: 'integer', format: 'int32' },
      desiredReplicas: { type: 'integer', format: 'int32', default: 0 },
      lastScaleTime: { $ref: 'meta/v1.Time' },
      observedGeneration: { type: 'integer', format: 'int64' },
    },
  },
  'autoscaling/v2.MetricIdentifier': {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', default: '' }, selector: { $ref: 'meta/v1.LabelSelector' } },
  },
  'autoscaling/v2.MetricSpec': {
    type: 'object',
    required: ['type'],
    properties: {
      containerResource: { $ref: 'autoscaling/v2.ContainerResourceMetricSource' },
      external: { $ref: 'autoscaling/v2.ExternalMetricSource' },
      object: { $ref: 'autoscaling/v2.ObjectMetricSource' },
      pods: { $ref: 'autoscaling/v2.PodsMetricSource' },
      resource: { $ref: 'autoscaling/v2.ResourceMetricSource' },
      type: { type: 'string', default: '' },
    },
  },
  'autoscaling/v2.MetricStatus': {
    type: 'object',
    required: ['type'],
    properties: {
      containerResource: { $ref: 'autoscaling/v2.ContainerResourceMetricStatus' },
      external: { $ref: 'autoscaling/v2.ExternalMetricStatus' },
      object: { $ref: 'autoscaling/v2.ObjectMetricStatus' },
      pods: { $ref: 'autoscaling/v2.PodsMetricStatus' },
      resource: { $ref: 'autoscaling/v2.ResourceMetricStatus' },
      type: { type: 'string', default: '' },
    },
  },
  'autoscaling/v2.MetricTarget': {
    type: 'object',
    required: ['type'],
    properties: {
      averageUtilization: { type: 'integer', format: 'int32' },
      averageValue: { $ref: 'meta/v1.Quantity' },
      type: { type: 'string', default: '' },
      value: { $ref: 'meta/v1.Quantity' },
    },
  },
  'autoscaling/v2.MetricValueStatus': {
    type: 'object',
    properties: {
      averageUtilization: { type: 'integer', format: 'int32' },
      averageValue: { $ref: 'meta/v1.Quantity' },
      value: { $ref: 'meta/v1.Quantity' },
    },
  },
  'autoscaling/v2.ObjectMetricSource': {
    type: 'object',
    required: ['describedObject', 'target', 'metric'],
    properties: {
      describedObject: { $ref: 'autoscaling/v2.CrossVersionObjectReference', default: {} },
      metric: { $ref: 'autoscaling/v2.MetricIdentifier', default: {} },
      target: { $ref: 'autoscaling/v2.MetricTarget', default: {} },
    },
  },
  'autoscaling/v2.ObjectMetricStatus': {
    type: 'object',
    required: ['metric', 'current', 'describedObject'],
    properties: {
      current: { $ref: 'autoscaling/v2.MetricValueStatus', default: {} },
      describedObject: { $ref: 'autoscaling/v2.CrossVersionObjectReference', default: {} },
      metric: { $ref: 'autoscaling/v2.MetricIdentifier', default: {} },
    },
  },
  'autoscaling/v2.PodsMetricSource': {
    type: 'object',
    required: ['metric', 'target'],
    properties: {
      metric: { $ref: 'autoscaling/v2.MetricIdentifier', default: {} },
      target: { $ref: 'autoscaling/v2.MetricTarget', default: {} },
    },
  },
  'autoscaling/v2.PodsMetricStatus': {
    type: 'object',
    required: ['metric', 'current'],
    properties: {
      current: { $ref: 'autoscaling/v2.MetricValueStatus', default: {} },
      metric: { $ref: 'autoscaling/v2.MetricIdentifier', default: {} },
    },
  },
  'autoscaling/v2.ResourceMetricSource': {
    type: 'object',
    required: ['name', 'target'],
    properties: { name: { type: 'string', default: '' }, target: { $ref: 'autoscaling/v2.MetricTarget', default: {} } },
  },
  'autoscaling/v2.ResourceMetricStatus': {
    type: 'object',
    required: ['name', 'current'],
    properties: {
      current: { $ref: 'autoscaling/v2.MetricValueStatus', default: {} },
      name: { type: 'string', default: '' },
    },
  },
}
