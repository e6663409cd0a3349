// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  EvictionInput,
  PodDisruptionBudgetInput,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
} from '../../policy/v1.ts'
import * as schemas from '../../structural/policy/v1.ts'

export const eviction = (): StructuralType<EvictionInput> => structural(schemas.Eviction)

export const podDisruptionBudget = (): StructuralType<PodDisruptionBudgetInput> =>
  structural(schemas.PodDisruptionBudget)

export const podDisruptionBudgetSpec = (): StructuralType<PodDisruptionBudgetSpec> =>
  structural(schemas.PodDisruptionBudgetSpec)

export const podDisruptionBudgetStatus = (): StructuralType<PodDisruptionBudgetStatus> =>
  structural(schemas.PodDisruptionBudgetStatus)
