// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { Time } from '../meta/v1.ts'

/** `horizontalpodautoscalers`, `hpa` in `autoscaling/v1`, namespaced. */
export const HorizontalPodAutoscaler: BuiltIn<
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerInput,
  HorizontalPodAutoscalerStatus
> = /*#__PURE__*/ builtIn({
  group: 'autoscaling',
  version: 'v1',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  scope: 'Namespaced',
  shortNames: ['hpa'],
  categories: ['all'],
  subresources: ['status'],
})

export interface HorizontalPodAutoscaler {
  readonly apiVersion: 'autoscaling/v1'
  readonly kind: 'HorizontalPodAutoscaler'
  readonly metadata: ObjectMeta
  readonly spec: HorizontalPodAutoscalerSpec
  readonly status?: HorizontalPodAutoscalerStatus | undefined
}

export interface HorizontalPodAutoscalerInput {
  readonly apiVersion?: 'autoscaling/v1' | undefined
  readonly kind?: 'HorizontalPodAutoscaler' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: HorizontalPodAutoscalerSpec
}

export interface Scale {
  readonly apiVersion: 'autoscaling/v1'
  readonly kind: 'Scale'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly spec: ScaleSpec
  readonly status?: ScaleStatus | undefined
}

export interface ScaleInput {
  readonly apiVersion?: 'autoscaling/v1' | undefined
  readonly kind?: 'Scale' | undefined
  readonly metadata?: AuthoredMeta | undefined
  readonly spec?: ScaleSpec | undefined
}

export interface CrossVersionObjectReference {
  readonly apiVersion?: string | undefined
  readonly kind: string
  readonly name: string
}

export interface HorizontalPodAutoscalerSpec {
  readonly maxReplicas: number
  readonly minReplicas?: number | undefined
  readonly scaleTargetRef: CrossVersionObjectReference
  readonly targetCPUUtilizationPercentage?: number | undefined
}

export interface HorizontalPodAutoscalerStatus {
  readonly currentCPUUtilizationPercentage?: number | undefined
  readonly currentReplicas: number
  readonly desiredReplicas: number
  readonly lastScaleTime?: Time | undefined
  readonly observedGeneration?: number | undefined
}

export interface ScaleSpec {
  readonly replicas?: number | undefined
}

export interface ScaleStatus {
  readonly replicas: number
  readonly selector?: string | undefined
}
