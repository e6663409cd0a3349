// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscalerInput,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  ScaleInput,
  ScaleSpec,
  ScaleStatus,
} from '../../autoscaling/v1.ts'
import * as schemas from '../../structural/autoscaling/v1.ts'

export const crossVersionObjectReference = (): StructuralType<CrossVersionObjectReference> =>
  structural(schemas.CrossVersionObjectReference)

export const horizontalPodAutoscaler = (): StructuralType<HorizontalPodAutoscalerInput> =>
  structural(schemas.HorizontalPodAutoscaler)

export const horizontalPodAutoscalerSpec = (): StructuralType<HorizontalPodAutoscalerSpec> =>
  structural(schemas.HorizontalPodAutoscalerSpec)

export const horizontalPodAutoscalerStatus = (): StructuralType<HorizontalPodAutoscalerStatus> =>
  structural(schemas.HorizontalPodAutoscalerStatus)

export const scale = (): StructuralType<ScaleInput> => structural(schemas.Scale)

export const scaleSpec = (): StructuralType<ScaleSpec> => structural(schemas.ScaleSpec)

export const scaleStatus = (): StructuralType<ScaleStatus> => structural(schemas.ScaleStatus)
