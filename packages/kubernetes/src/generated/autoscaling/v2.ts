// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, LabelSelector, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { Quantity, Time } from '../meta/v1.ts'

/** `horizontalpodautoscalers`, `hpa` in `autoscaling/v2`, namespaced. */
export const HorizontalPodAutoscaler: BuiltIn<
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerInput,
  HorizontalPodAutoscalerStatus
> = /*#__PURE__*/ builtIn({
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  scope: 'Namespaced',
  shortNames: ['hpa'],
  categories: ['all'],
  subresources: ['status'],
})

export interface HorizontalPodAutoscaler {
  readonly apiVersion: 'autoscaling/v2'
  readonly kind: 'HorizontalPodAutoscaler'
  readonly metadata: ObjectMeta
  readonly spec: HorizontalPodAutoscalerSpec
  readonly status?: HorizontalPodAutoscalerStatus | undefined
}

export interface HorizontalPodAutoscalerInput {
  readonly apiVersion?: 'autoscaling/v2' | undefined
  readonly kind?: 'HorizontalPodAutoscaler' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: HorizontalPodAutoscalerSpec
}

export interface ContainerResourceMetricSource {
  readonly container: string
  readonly name: string
  readonly target: MetricTarget
}

export interface ContainerResourceMetricStatus {
  readonly container: string
  readonly current: MetricValueStatus
  readonly name: string
}

export interface CrossVersionObjectReference {
  readonly apiVersion?: string | undefined
  readonly kind: string
  readonly name: string
}

export interface ExternalMetricSource {
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}

export interface ExternalMetricStatus {
  readonly current: MetricValueStatus
  readonly metric: MetricIdentifier
}

export interface HPAScalingPolicy {
  readonly periodSeconds: number
  readonly type: string
  readonly value: number
}

export interface HPAScalingRules {
  readonly policies?: readonly HPAScalingPolicy[] | undefined
  readonly selectPolicy?: string | undefined
  readonly stabilizationWindowSeconds?: number | undefined
  readonly tolerance?: Quantity | undefined
}

export interface HorizontalPodAutoscalerBehavior {
  readonly scaleDown?: HPAScalingRules | undefined
  readonly scaleUp?: HPAScalingRules | undefined
}

export interface HorizontalPodAutoscalerCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface HorizontalPodAutoscalerSpec {
  readonly behavior?: HorizontalPodAutoscalerBehavior | undefined
  readonly maxReplicas: number
  readonly metrics?: readonly MetricSpec[] | undefined
  readonly minReplicas?: number | undefined
  readonly scaleTargetRef: CrossVersionObjectReference
}

export interface HorizontalPodAutoscalerStatus {
  readonly conditions?: readonly HorizontalPodAutoscalerCondition[] | undefined
  readonly currentMetrics?: readonly MetricStatus[] | null | undefined
  readonly currentReplicas?: number | undefined
  readonly desiredReplicas: number
  readonly lastScaleTime?: Time | undefined
  readonly observedGeneration?: number | undefined
}

export interface MetricIdentifier {
  readonly name: string
  readonly selector?: LabelSelector | undefined
}

export interface MetricSpec {
  readonly containerResource?: ContainerResourceMetricSource | undefined
  readonly external?: ExternalMetricSource | undefined
  readonly object?: ObjectMetricSource | undefined
  readonly pods?: PodsMetricSource | undefined
  readonly resource?: ResourceMetricSource | undefined
  readonly type: string
}

export interface MetricStatus {
  readonly containerResource?: ContainerResourceMetricStatus | undefined
  readonly external?: ExternalMetricStatus | undefined
  readonly object?: ObjectMetricStatus | undefined
  readonly pods?: PodsMetricStatus | undefined
  readonly resource?: ResourceMetricStatus | undefined
  readonly type: string
}

export interface MetricTarget {
  readonly averageUtilization?: number | undefined
  readonly averageValue?: Quantity | undefined
  readonly type: string
  readonly value?: Quantity | undefined
}

export interface MetricValueStatus {
  readonly averageUtilization?: number | undefined
  readonly averageValue?: Quantity | undefined
  readonly value?: Quantity | undefined
}

export interface ObjectMetricSource {
  readonly describedObject: CrossVersionObjectReference
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}

export interface ObjectMetricStatus {
  readonly current: MetricValueStatus
  readonly describedObject: CrossVersionObjectReference
  readonly metric: MetricIdentifier
}

export interface PodsMetricSource {
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}

export interface PodsMetricStatus {
  readonly current: MetricValueStatus
  readonly metric: MetricIdentifier
}

export interface ResourceMetricSource {
  readonly name: string
  readonly target: MetricTarget
}

export interface ResourceMetricStatus {
  readonly current: MetricValueStatus
  readonly name: string
}
