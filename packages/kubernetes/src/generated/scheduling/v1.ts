// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'

/** `priorityclasses`, `pc` in `scheduling.k8s.io/v1`, cluster-scoped. */
export const PriorityClass: BuiltIn<PriorityClass, PriorityClassInput, never> = /*#__PURE__*/ builtIn({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  scope: 'Cluster',
  shortNames: ['pc'],
})

export interface PriorityClass {
  readonly apiVersion: 'scheduling.k8s.io/v1'
  readonly kind: 'PriorityClass'
  readonly metadata: ObjectMeta
  readonly description?: string | undefined
  readonly globalDefault?: boolean | undefined
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority' | undefined
  readonly value?: number | undefined
}

export interface PriorityClassInput {
  readonly apiVersion?: 'scheduling.k8s.io/v1' | undefined
  readonly kind?: 'PriorityClass' | undefined
  readonly metadata: AuthoredMeta
  readonly description?: string | undefined
  readonly globalDefault?: boolean | undefined
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority' | undefined
  readonly value?: number | undefined
}
