/** PriorityClasses. */
import type { PriorityClass } from '@kubewright/kubernetes/scheduling/v1'
import { forbidden } from '../../status/field-error.ts'
import { oneOf, type Problems, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { unvalidated } from '../../object/unvalidated.ts'
import { ageOf } from '../table/cells.ts'

const asPriority = unvalidated<PriorityClass>

const highest = 1_000_000_000
const systemClasses = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
])

export const priorityClass: KindBehavior = {
  fill(object) {
    const it = asPriority(object)
    it.preemptionPolicy ??= 'PreemptLowerPriority'
    it.value ??= 0
  },
  *validate(object) {
    const { value = 0, globalDefault, preemptionPolicy } = asPriority(object)
    const { name = '' } = object.metadata
    if (name.startsWith('system-')) yield* systemProblems(name, value, globalDefault === true)
    else if (value > highest) {
      yield forbidden('value', `maximum allowed value of a user defined priority is ${highest}`)
    }
    yield* oneOf(preemptionPolicy, 'preemptionPolicy', ['PreemptLowerPriority', 'Never'])
  },
  *validateUpdate(object, old) {
    const [now, before] = [asPriority(object), asPriority(old)]
    if (now.value !== before.value) yield forbidden('value', 'may not be changed in an update.')
    yield* unchanged(now.preemptionPolicy, before.preemptionPolicy, 'preemptionPolicy')
  },
  // The generation is set, but never changes.
  wanted: () => undefined,
  cells(object, nowMs) {
    const { value = 0, globalDefault = false, preemptionPolicy = '' } = asPriority(object)
    return [object.metadata.name, value, globalDefault, ageOf(object, nowMs), preemptionPolicy]
  },
}

function* systemProblems(name: string, value: number, isDefault: boolean): Problems {
  const known = systemClasses.get(name)
  const why =
    known === undefined
      ? `${name} is not a known system priority class`
      : value !== known
        ? `value of ${name} PriorityClass must be ${known}`
        : isDefault
          ? `globalDefault of ${name} PriorityClass must be false`
          : undefined
  if (why === undefined) return
  const text = "priority class names with 'system-' prefix are reserved for system use only. error: "
  yield forbidden('metadata.name', `${text}${why}`)
}
