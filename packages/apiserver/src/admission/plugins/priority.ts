/** Priority: resolves the priority class of a pod to its value, and allows at most one default class. */
import type { Pod } from '@kubewright/kubernetes/core/v1'
import type { PriorityClass } from '@kubewright/kubernetes/scheduling/v1'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import type { Draft } from '../../object/draft.ts'
import type { AdmissionPlugin, Attributes } from '../../kinds/admission.ts'
import { isAboutItself, refuse } from './attributes.ts'
import type { StoredObjects } from './stored-objects.ts'

const group = 'scheduling.k8s.io'

export function priority(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'Priority',
    admit(attributes) {
      const { operation, object, oldObject } = attributes
      if (operation === 'DELETE') return refuseSystemClass(attributes)
      if (object === undefined || !isAboutItself(attributes, '', 'pods')) return
      if (operation === 'CREATE') resolve(objects, attributes, object)
      if (operation === 'UPDATE' && oldObject !== undefined) keepResolved(object, oldObject)
    },
    validate(attributes) {
      const { operation, object } = attributes
      if (object === undefined || !isAboutItself(attributes, group, 'priorityclasses')) return
      if (unvalidated<PriorityClass>(object).globalDefault !== true) return
      const present = defaultClass(objects)?.metadata?.name
      if (present === undefined || (operation === 'UPDATE' && present === object.metadata.name)) return
      throw refuse(attributes, `PriorityClass ${present} is already marked as default. Only one default can exist`)
    },
  }
}

const systemClasses: ReadonlySet<string> = new Set(['system-node-critical', 'system-cluster-critical'])

/** kube-apiserver refuses this in the registry of priority classes, with the same effect. */
function refuseSystemClass(attributes: Attributes): void {
  if (!systemClasses.has(attributes.name) || !isAboutItself(attributes, group, 'priorityclasses')) return
  throw refuse(attributes, 'this is a system priority class and cannot be deleted')
}

function resolve(objects: StoredObjects, attributes: Attributes, object: Draft): void {
  const spec = (unvalidated<Pod>(object).spec ??= {})
  const { name, value, policy } = wanted(objects, attributes, spec.priorityClassName ?? '')
  if (spec.priority !== undefined && spec.priority !== null && spec.priority !== value) {
    const why = `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`
    throw refuse(attributes, why)
  }
  if (name !== '') spec.priorityClassName = name
  spec.priority = value
  if (policy === undefined) return
  if (spec.preemptionPolicy && spec.preemptionPolicy !== policy) {
    const why = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`
    throw refuse(attributes, why)
  }
  spec.preemptionPolicy = policy
}

interface Resolved {
  readonly name: string
  readonly value: number
  readonly policy: string | undefined
}

function wanted(objects: StoredObjects, attributes: Attributes, name: string): Resolved {
  const found = name === '' ? defaultClass(objects) : objects.find<PriorityClass>(group, 'priorityclasses', name)
  if (found !== undefined) {
    return { name: found.metadata?.name ?? '', value: found.value ?? 0, policy: found.preemptionPolicy }
  }
  if (name === '') return { name, value: 0, policy: 'PreemptLowerPriority' }
  throw refuse(attributes, `no PriorityClass with name ${name} was found`)
}

/** The one with the lowest value, should several exist. */
function defaultClass(objects: StoredObjects): Unvalidated<PriorityClass> | undefined {
  const marked = objects.list<PriorityClass>(group, 'priorityclasses').filter(({ globalDefault }) => globalDefault)
  return marked.reduce<Unvalidated<PriorityClass> | undefined>(
    (lowest, one) => (lowest === undefined || (lowest.value ?? 0) > (one.value ?? 0) ? one : lowest),
    undefined,
  )
}

/** An update that omits the resolved values keeps them. */
function keepResolved(object: Draft, old: Draft): void {
  const spec = (unvalidated<Pod>(object).spec ??= {})
  const before = unvalidated<Pod>(old).spec
  spec.priority ??= before?.priority
  spec.preemptionPolicy ??= before?.preemptionPolicy
}
