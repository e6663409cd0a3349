/** `matchLabelKeys` names labels of the pod; the server adds their values to the label selector. */
import type { Pod, PodAffinityTerm } from '@kubewright/kubernetes/core/v1'
import { ownField } from '../../object/own-field.ts'
import type { AnySelector } from '../../validation/label-selector.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

interface Keyed {
  labelSelector?: AnySelector | undefined
  matchLabelKeys?: string[] | undefined
  mismatchLabelKeys?: string[] | undefined
}

export function writeLabelKeys({ metadata, spec = {} }: Unvalidated<Pod>): void {
  const labels = metadata?.labels ?? {}
  for (const affinity of [spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity]) {
    for (const term of affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) writeTerm(term, labels)
    for (const { podAffinityTerm } of affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []) {
      if (podAffinityTerm) writeTerm(podAffinityTerm, labels)
    }
  }
  for (const constraint of spec.topologySpreadConstraints ?? []) writeTerm(constraint, labels)
}

function writeTerm(
  term: Keyed | Unvalidated<PodAffinityTerm>,
  labels: Readonly<Record<string, string | undefined>>,
): void {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term as Keyed
  if (labelSelector === undefined) return
  const expressions = [
    ...matchLabelKeys.map((key) => ({ key, operator: 'In' })),
    ...mismatchLabelKeys.map((key) => ({ key, operator: 'NotIn' })),
  ]
  for (const { key, operator } of expressions) {
    const value = ownField(labels, key)
    if (value !== undefined) (labelSelector.matchExpressions ??= []).push({ key, operator, values: [value] })
  }
}
