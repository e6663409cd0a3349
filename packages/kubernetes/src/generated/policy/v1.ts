// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, Condition, LabelSelector, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { DeleteOptions, IntOrString, Time } from '../meta/v1.ts'

/** `poddisruptionbudgets`, `pdb` in `policy/v1`, namespaced. */
export const PodDisruptionBudget: BuiltIn<
  PodDisruptionBudget,
  PodDisruptionBudgetInput,
  PodDisruptionBudgetStatus
> = /*#__PURE__*/ builtIn({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  scope: 'Namespaced',
  shortNames: ['pdb'],
  subresources: ['status'],
})

export interface PodDisruptionBudget {
  readonly apiVersion: 'policy/v1'
  readonly kind: 'PodDisruptionBudget'
  readonly metadata: ObjectMeta
  readonly spec: PodDisruptionBudgetSpec
  readonly status?: PodDisruptionBudgetStatus | undefined
}

export interface PodDisruptionBudgetInput {
  readonly apiVersion?: 'policy/v1' | undefined
  readonly kind?: 'PodDisruptionBudget' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: PodDisruptionBudgetSpec | undefined
}

export interface Eviction {
  readonly apiVersion: 'policy/v1'
  readonly kind: 'Eviction'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly deleteOptions?: DeleteOptions | undefined
}

export interface EvictionInput {
  readonly apiVersion?: 'policy/v1' | undefined
  readonly kind?: 'Eviction' | undefined
  readonly metadata?: AuthoredMeta | undefined
  readonly deleteOptions?: DeleteOptions | undefined
}

export interface PodDisruptionBudgetSpec {
  readonly maxUnavailable?: IntOrString | undefined
  readonly minAvailable?: IntOrString | undefined
  readonly selector?: LabelSelector | undefined
  readonly unhealthyPodEvictionPolicy?: 'AlwaysAllow' | 'IfHealthyBudget' | undefined
}

export interface PodDisruptionBudgetStatus {
  readonly conditions?: readonly Condition[] | undefined
  readonly currentHealthy?: number | undefined
  readonly desiredHealthy?: number | undefined
  readonly disruptedPods?: Readonly<Record<string, Time>> | undefined
  readonly disruptionsAllowed?: number | undefined
  readonly expectedPods?: number | undefined
  readonly observedGeneration?: number | undefined
}
