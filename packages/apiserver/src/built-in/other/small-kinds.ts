/** Kinds with few rules of their own: leases, priorities, runtimes. */
import type { Lease } from '@kubewright/kubernetes/coordination/v1'
import type { RuntimeClass } from '@kubewright/kubernetes/node/v1'
import type { PriorityClass } from '@kubewright/kubernetes/scheduling/v1'
import type { Draft } from '../../object/draft.ts'
import { labelErrors } from '../../object/meta-rules.ts'
import { forbidden, invalid } from '../../status/field-error.ts'
import { labelsOf } from '../check/label-selector.ts'
import { nonNegative, oneOf, type Problems, requiredName, unchanged } from '../check/problems.ts'
import { type Amounts, requirementProblems } from '../check/resources.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { loosely } from '../loose.ts'
import { tolerationProblems } from '../pod/scheduling-checks.ts'
import { ageOf } from '../table/cells.ts'

const asLease = loosely<Lease>
const asPriority = loosely<PriorityClass>
const asRuntime = loosely<RuntimeClass>

export const lease: KindBehavior = {
  prepareForCreate: dropCoordination,
  prepareForUpdate: dropCoordination,
  *validate(object) {
    const { leaseDurationSeconds: seconds, leaseTransitions } = asLease(object).spec ?? {}
    if (seconds !== undefined && seconds <= 0) {
      yield invalid('spec.leaseDurationSeconds', seconds, 'must be greater than 0')
    }
    yield* nonNegative(leaseTransitions, 'spec.leaseTransitions')
  },
  cells: (object, nowMs) => [object.metadata.name, asLease(object).spec?.holderIdentity ?? '', ageOf(object, nowMs)],
}

/** Drops two fields of a feature gate that is off by default. */
function dropCoordination(object: Draft): void {
  const { spec } = asLease(object)
  delete spec?.strategy
  delete spec?.preferredHolder
}

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

export const runtimeClass: KindBehavior = {
  *validate(object) {
    const { handler, overhead, scheduling } = asRuntime(object)
    yield* requiredName('dns1123Label', handler, 'handler')
    if (overhead?.podFixed) yield* requirementProblems({ limits: overhead.podFixed as Amounts }, 'overhead')
    if (scheduling === undefined) return
    yield* labelErrors(labelsOf(scheduling.nodeSelector), 'scheduling.nodeSelector')
    yield* tolerationProblems(scheduling.tolerations, 'scheduling.tolerations')
  },
  validateUpdate: (object: Draft, old: Draft) =>
    unchanged(asRuntime(object).handler, asRuntime(old).handler, 'handler'),
  cells: (object, nowMs) => [object.metadata.name, asRuntime(object).handler ?? '', ageOf(object, nowMs)],
}
