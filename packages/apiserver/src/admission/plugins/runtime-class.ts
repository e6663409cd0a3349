/** RuntimeClass: applies the overhead and the scheduling constraints of the runtime class to a new pod. */
import { deepEqual } from '@kubewright/core/json'
import { compareQuantities } from '@kubewright/core/quantities'
import { goQuote } from '@kubewright/core/go'
import type { Pod, Toleration } from '@kubewright/kubernetes/core/v1'
import type { RuntimeClass } from '@kubewright/kubernetes/node/v1'
import { ownField } from '../../object/own-field.ts'
import type { Amounts } from '../../validation/resources.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin, Attributes } from '../../kinds/admission.ts'
import { isAboutItself, refuse } from './attributes.ts'
import type { StoredObjects } from './stored-objects.ts'

type Spec = NonNullable<Unvalidated<Pod>['spec']>

export function runtimeClass(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'RuntimeClass',
    admit(attributes) {
      const spec = newPod(attributes)
      const found = spec && classOf(objects, attributes, spec)
      if (spec === undefined || found === undefined) return
      setOverhead(attributes, spec, found)
      setScheduling(attributes, spec, found)
    },
    validate(attributes) {
      const spec = newPod(attributes)
      if (spec === undefined) return
      const fixed = classOf(objects, attributes, spec)?.overhead?.podFixed
      if (fixed === undefined) {
        if (!spec.overhead) return
        throw refuse(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')
      }
      if (!isSameAmounts(fixed, spec.overhead ?? {})) throw refuseOverhead(attributes)
    },
  }
}

function newPod(attributes: Attributes): Spec | undefined {
  const { operation, object } = attributes
  if (operation !== 'CREATE' || object === undefined || !isAboutItself(attributes, '', 'pods')) return undefined
  return (unvalidated<Pod>(object).spec ??= {})
}

function classOf(objects: StoredObjects, attributes: Attributes, { runtimeClassName }: Spec) {
  if (runtimeClassName === undefined || runtimeClassName === null) return undefined
  const found = objects.find<RuntimeClass>('node.k8s.io', 'runtimeclasses', runtimeClassName)
  if (found !== undefined) return found
  throw refuse(attributes, `pod rejected: RuntimeClass ${goQuote(runtimeClassName)} not found`)
}

function setOverhead(attributes: Attributes, spec: Spec, { overhead }: Unvalidated<RuntimeClass>): void {
  if (!overhead) return
  const fixed = overhead.podFixed ?? {}
  const given = spec.overhead ?? {}
  if (Object.keys(given).length > 0 && !isSameAmounts(fixed, given)) throw refuseOverhead(attributes)
  spec.overhead = fixed
}

function refuseOverhead(attributes: Attributes): Error {
  return refuse(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")
}

function isSameAmounts(left: Unvalidated<Amounts>, right: Unvalidated<Amounts>): boolean {
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every((name) => {
    const [one, other] = [left[name], ownField(right, name)]
    return one !== undefined && other !== undefined && compareQuantities(one, other) === 0
  })
}

function setScheduling(attributes: Attributes, spec: Spec, { scheduling }: Unvalidated<RuntimeClass>): void {
  if (!scheduling) return
  for (const [key, value] of Object.entries(scheduling.nodeSelector ?? {})) {
    const own = ownField(spec.nodeSelector, key)
    if (own !== undefined && own !== value) {
      const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`
      throw refuse(attributes, why)
    }
  }
  if (scheduling.nodeSelector) spec.nodeSelector = { ...spec.nodeSelector, ...scheduling.nodeSelector }
  const merged = mergeTolerations([...(spec.tolerations ?? []), ...(scheduling.tolerations ?? [])])
  if (merged.length > 0) spec.tolerations = merged
}

/** Drops tolerations that another one covers; of equal ones the first stays. */
function mergeTolerations(all: readonly Unvalidated<Toleration>[]): Unvalidated<Toleration>[] {
  const merged: Unvalidated<Toleration>[] = []
  for (const [at, one] of all.entries()) {
    const isCovered =
      merged.some((other) => covers(other, one)) ||
      all.slice(at + 1).some((other) => !deepEqual(other, one) && covers(other, one))
    if (!isCovered) merged.push(one)
  }
  return merged
}

/** Whether `wide` tolerates everything that `one` tolerates. */
function covers(wide: Unvalidated<Toleration>, one: Unvalidated<Toleration>): boolean {
  if (deepEqual(wide, one)) return true
  const { key = '', operator = '', effect = '', tolerationSeconds, value = '' } = wide
  if ((one.key ?? '') !== key && !(key === '' && operator === 'Exists')) return false
  if ((one.effect ?? '') !== effect && effect !== '') return false
  if (effect === 'NoExecute' && tolerationSeconds !== undefined) {
    if (one.tolerationSeconds === undefined || one.tolerationSeconds > tolerationSeconds) return false
  }
  if (operator === 'Exists') return true
  return (operator === 'Equal' || operator === '') && one.operator === 'Equal' && (one.value ?? '') === value
}
