/** PodDisruptionBudgets. */
import type { PodDisruptionBudget } from '@kubewright/kubernetes/policy/v1'
import { invalid } from '../../status/field-error.ts'
import { atMostAll, intOrPercent } from '../../validation/int-or-percent.ts'
import { selectorProblems } from '../../validation/label-selector.ts'
import { knownWord, nonNegative } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { unvalidated } from '../../object/unvalidated.ts'
import { ageOf } from '../table/cells.ts'

const as = unvalidated<PodDisruptionBudget>
const counts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const

export const podDisruptionBudget: KindBehavior = {
  fill(object) {
    const status = (as(object).status ??= {})
    for (const field of counts) status[field] ??= 0
  },
  *validate(object) {
    const { spec = {} } = as(object)
    const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy } = spec
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      const shown = {
        MinAvailable: minAvailable,
        Selector: selector ?? null,
        MaxUnavailable: maxUnavailable,
        UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy ?? null,
      }
      yield invalid('spec', shown, 'minAvailable and maxUnavailable cannot be both set')
    }
    for (const field of ['minAvailable', 'maxUnavailable'] as const) {
      yield* intOrPercent(spec[field], `spec.${field}`)
      yield* atMostAll(spec[field], `spec.${field}`)
    }
    yield* selectorProblems(selector, 'spec.selector')
    const policies = ['AlwaysAllow', 'IfHealthyBudget']
    yield* knownWord(unhealthyPodEvictionPolicy, 'spec.unhealthyPodEvictionPolicy', policies)
  },
  status: {
    *validateUpdate(object) {
      for (const field of counts) yield* nonNegative(as(object).status?.[field], `status.${field}`)
    },
  },
  cells(object, nowMs) {
    const { spec = {}, status = {} } = as(object)
    const text = (amount: string | number | undefined) => (amount === undefined ? 'N/A' : String(amount))
    return [
      object.metadata.name,
      text(spec.minAvailable),
      text(spec.maxUnavailable),
      status.disruptionsAllowed ?? 0,
      ageOf(object, nowMs),
    ]
  },
}
