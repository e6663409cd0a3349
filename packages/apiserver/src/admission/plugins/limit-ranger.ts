/** LimitRanger: fills in the namespace's default requests and limits, and refuses objects outside its limits. */
import type { LimitRange, LimitRangeItem, PersistentVolumeClaim, Pod } from '@kubewright/kubernetes/core/v1'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin, Attributes } from '../../kinds/admission.ts'
import { readAmounts } from './amounts.ts'
import { isAbout, joinProblems, refuse } from './attributes.ts'
import { fillLimits } from './limit-defaults.ts'
import { limitProblems, type Measured, requestLimitProblems } from './limit-rules.ts'
import { podLimits, podRequests } from './pod-amounts.ts'
import type { StoredObjects } from './stored-objects.ts'

export function limitRanger(objects: StoredObjects): AdmissionPlugin {
  const rangesFor = (attributes: Attributes): readonly Unvalidated<LimitRange>[] => {
    if (!isLimited(attributes) || attributes.oldObject?.metadata.deletionTimestamp !== undefined) return []
    return objects.list<LimitRange>('', 'limitranges', attributes.namespace)
  }
  return {
    name: 'LimitRanger',
    admit(attributes) {
      if (!isAbout(attributes, '', 'pods')) return
      for (const range of rangesFor(attributes)) fillLimits(range, unvalidated<Pod>(attributes.object!))
    },
    validate(attributes) {
      for (const { spec } of rangesFor(attributes)) {
        const problems = (spec?.limits ?? []).flatMap((limit) => problemsOf(attributes, limit))
        if (problems.length > 0) throw refuse(attributes, joinProblems(problems))
      }
    },
  }
}

/** Container resources change only when a pod is created or resized. */
function isLimited(attributes: Attributes): boolean {
  const { operation, subresource, object } = attributes
  if (object === undefined) return false
  if (isAbout(attributes, '', 'pods')) return operation === 'CREATE' ? subresource === '' : subresource === 'resize'
  return subresource === '' && isAbout(attributes, '', 'persistentvolumeclaims')
}

function problemsOf(attributes: Attributes, limit: Unvalidated<LimitRangeItem>): readonly string[] {
  const object = attributes.object!
  if (isAbout(attributes, '', 'persistentvolumeclaims')) {
    if (limit.type !== 'PersistentVolumeClaim') return []
    const requests = readAmounts(unvalidated<PersistentVolumeClaim>(object).spec?.resources?.requests)
    return requestLimitProblems(limit, requests)
  }
  return measuredParts(unvalidated<Pod>(object), limit.type ?? '').flatMap((part) => limitProblems(limit, part))
}

const podLevel = { withOverhead: false, withGiven: false, isPodLevel: (name: string) => /^(cpu|memory)$/.test(name) }

function measuredParts(pod: Unvalidated<Pod>, type: string): readonly Measured[] {
  if (type === 'Pod') return [{ requests: podRequests(pod, podLevel), limits: podLimits(pod, podLevel) }]
  if (type !== 'Container') return []
  const containers = [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])]
  return containers.map(({ resources }) => ({
    requests: readAmounts(resources?.requests),
    limits: readAmounts(resources?.limits),
  }))
}
