// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  ContainerResourceMetricSource,
  ContainerResourceMetricStatus,
  CrossVersionObjectReference,
  ExternalMetricSource,
  ExternalMetricStatus,
  HPAScalingPolicy,
  HPAScalingRules,
  HorizontalPodAutoscalerBehavior,
  HorizontalPodAutoscalerCondition,
  HorizontalPodAutoscalerInput,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  MetricIdentifier,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
  ObjectMetricSource,
  ObjectMetricStatus,
  PodsMetricSource,
  PodsMetricStatus,
  ResourceMetricSource,
  ResourceMetricStatus,
} from '../../autoscaling/v2.ts'
import * as schemas from '../../structural/autoscaling/v2.ts'

export const containerResourceMetricSource = (): StructuralType<ContainerResourceMetricSource> =>
  structural(schemas.ContainerResourceMetricSource)

export const containerResourceMetricStatus = (): StructuralType<ContainerResourceMetricStatus> =>
  structural(schemas.ContainerResourceMetricStatus)

export const crossVersionObjectReference = (): StructuralType<CrossVersionObjectReference> =>
  structural(schemas.CrossVersionObjectReference)

export const externalMetricSource = (): StructuralType<ExternalMetricSource> => structural(schemas.ExternalMetricSource)

export const externalMetricStatus = (): StructuralType<ExternalMetricStatus> => structural(schemas.ExternalMetricStatus)

export const hpaScalingPolicy = (): StructuralType<HPAScalingPolicy> => structural(schemas.HPAScalingPolicy)

export const hpaScalingRules = (): StructuralType<HPAScalingRules> => structural(schemas.HPAScalingRules)

export const horizontalPodAutoscaler = (): StructuralType<HorizontalPodAutoscalerInput> =>
  structural(schemas.HorizontalPodAutoscaler)

export const horizontalPodAutoscalerBehavior = (): StructuralType<HorizontalPodAutoscalerBehavior> =>
  structural(schemas.HorizontalPodAutoscalerBehavior)

export const horizontalPodAutoscalerCondition = (): StructuralType<HorizontalPodAutoscalerCondition> =>
  structural(schemas.HorizontalPodAutoscalerCondition)

export const horizontalPodAutoscalerSpec = (): StructuralType<HorizontalPodAutoscalerSpec> =>
  structural(schemas.HorizontalPodAutoscalerSpec)

export const horizontalPodAutoscalerStatus = (): StructuralType<HorizontalPodAutoscalerStatus> =>
  structural(schemas.HorizontalPodAutoscalerStatus)

export const metricIdentifier = (): StructuralType<MetricIdentifier> => structural(schemas.MetricIdentifier)

export const metricSpec = (): StructuralType<MetricSpec> => structural(schemas.MetricSpec)

export const metricStatus = (): StructuralType<MetricStatus> => structural(schemas.MetricStatus)

export const metricTarget = (): StructuralType<MetricTarget> => structural(schemas.MetricTarget)

export const metricValueStatus = (): StructuralType<MetricValueStatus> => structural(schemas.MetricValueStatus)

export const objectMetricSource = (): StructuralType<ObjectMetricSource> => structural(schemas.ObjectMetricSource)

export const objectMetricStatus = (): StructuralType<ObjectMetricStatus> => structural(schemas.ObjectMetricStatus)

export const podsMetricSource = (): StructuralType<PodsMetricSource> => structural(schemas.PodsMetricSource)

export const podsMetricStatus = (): StructuralType<PodsMetricStatus> => structural(schemas.PodsMetricStatus)

export const resourceMetricSource = (): StructuralType<ResourceMetricSource> => structural(schemas.ResourceMetricSource)

export const resourceMetricStatus = (): StructuralType<ResourceMetricStatus> => structural(schemas.ResourceMetricStatus)
