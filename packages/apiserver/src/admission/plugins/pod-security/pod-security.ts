/**
 * PodSecurity: enforces the pod security standards that the labels of a namespace select. Without labels everything is
 * allowed.
 */
import type { PodTemplateSpec } from '@kubewright/kubernetes/core/v1'
import type { Unvalidated } from '../../../object/unvalidated.ts'
import type { Draft } from '../../../object/draft.ts'
import { formatFieldError } from '../../../status/field-error.ts'
import { forbidden, formatGroupResource, internal } from '../../../status/failures.ts'
import type { AdmissionPlugin, Attributes } from '../../../kinds/admission.ts'
import { joinProblems } from '../attributes.ts'
import type { StoredObjects } from '../stored-objects.ts'
import type { CheckedPod, CheckedSpec, Finding } from './checked-pod.ts'
import { evaluate, formatDetails } from './evaluate.ts'
import { checkNamespace } from './namespace-labels.ts'
import { formatLevelVersion, type LevelVersion, type PodPolicy, readPodPolicy, type ReadPolicy } from './policy.ts'

const prefix = 'pod-security.kubernetes.io/'
/** Subresources that do not affect the security of a pod. */
const harmless: ReadonlySet<string> = new Set('exec attach binding eviction log portforward proxy status'.split(' '))

/** Paths of the pod template, by resource. */
const templatePaths: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    podtemplates: ['template'],
    replicationcontrollers: ['spec', 'template'],
    'replicasets.apps': ['spec', 'template'],
    'deployments.apps': ['spec', 'template'],
    'statefulsets.apps': ['spec', 'template'],
    'daemonsets.apps': ['spec', 'template'],
    'jobs.batch': ['spec', 'template'],
    'cronjobs.batch': ['spec', 'jobTemplate', 'spec', 'template'],
  }),
)

export function podSecurity(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'PodSecurity',
    validate(attributes) {
      const { operation, kind, subresource } = attributes
      if (operation !== 'CREATE' && operation !== 'UPDATE') return
      const resource = formatGroupResource({ group: kind.group, resource: kind.plural })
      if (resource === 'pods') return checkPod(objects, attributes)
      if (subresource !== '') return
      if (resource === 'namespaces') return checkNamespace(objects, attributes)
      const path = templatePaths.get(resource)
      if (path !== undefined) checkTemplate(objects, attributes, path)
    },
  }
}

function checkPod(objects: StoredObjects, attributes: Attributes): void {
  const { subresource, object, oldObject, operation } = attributes
  if (harmless.has(subresource) || object === undefined) return
  const read = policyFor(objects, attributes)
  if (read === undefined) {
    throw internal(`failed to lookup namespace ${JSON.stringify(attributes.namespace)}`)
  }
  if (isOpen(read, ['enforce', 'audit', 'warn'])) {
    attributes.annotate(`${prefix}enforce-policy`, formatLevelVersion({ level: 'privileged', minor: Infinity }))
    return
  }
  const isChange = operation === 'UPDATE' && oldObject !== undefined
  if (isChange && !changesImages(specOf(object), specOf(oldObject))) return
  judge(attributes, read, toChecked(object), true)
}

function checkTemplate(objects: StoredObjects, attributes: Attributes, path: readonly string[]): void {
  const read = policyFor(objects, attributes)
  if (read === undefined || isOpen(read, ['audit', 'warn'])) return
  const found = path.reduce<unknown>((value, field) => fieldOf(value, field), attributes.object)
  if (!found) return
  const { metadata, spec = {} } = found as Unvalidated<PodTemplateSpec>
  judge(attributes, read, { annotations: metadata?.annotations ?? {}, spec: spec as CheckedSpec }, false)
}

/** Only pods are refused. Workloads get a warning, and their pods are refused later. */
function judge(attributes: Attributes, { policy, problems }: ReadPolicy, pod: CheckedPod, enforces: boolean): void {
  const { kind, name, object } = attributes
  if (problems.length > 0) {
    attributes.annotate(`${prefix}error`, `Failed to parse policy: ${joinProblems(problems.map(formatFieldError))}`)
  }
  if (enforces) attributes.annotate(`${prefix}enforce-policy`, formatLevelVersion(policy.enforce))
  const violated = enforces ? evaluate(policy.enforce, pod) : []
  const audited = evaluate(policy.audit, pod)
  if (audited.length > 0) attributes.annotate(`${prefix}audit-violations`, wouldViolate(policy.audit, audited))
  if (violated.length > 0) {
    const why = `violates PodSecurity "${formatLevelVersion(policy.enforce)}": ${formatDetails(violated)}`
    throw forbidden({ group: kind.group, resource: kind.plural }, name || (object?.metadata.name ?? ''), why)
  }
  const warned = evaluate(policy.warn, pod)
  if (warned.length > 0) attributes.warn(wouldViolate(policy.warn, warned))
}

function wouldViolate(at: LevelVersion, findings: readonly Finding[]): string {
  return `would violate PodSecurity "${formatLevelVersion(at)}": ${formatDetails(findings)}`
}

function policyFor(objects: StoredObjects, { namespace }: Attributes): ReadPolicy | undefined {
  const found = objects.namespace(namespace)
  return found && readPodPolicy(found.labels)
}

function isOpen({ policy, problems }: ReadPolicy, modes: readonly (keyof PodPolicy)[]): boolean {
  return problems.length === 0 && modes.every((mode) => policy[mode].level === 'privileged')
}

function toChecked(pod: Draft): CheckedPod {
  return { annotations: pod.metadata.annotations ?? {}, spec: specOf(pod) }
}

function specOf(pod: Draft): CheckedSpec {
  return (pod['spec'] ?? {}) as CheckedSpec
}

function fieldOf(value: unknown, field: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[field]
}

/** No other mutable field makes a pod more dangerous. */
function changesImages(spec: CheckedSpec, old: CheckedSpec): boolean {
  const isOther = (of: 'containers' | 'initContainers') => {
    const [now, before] = [spec[of] ?? [], old[of] ?? []]
    return now.length !== before.length || now.some(({ image }, at) => image !== before[at]?.image)
  }
  if (isOther('containers') || isOther('initContainers')) return true
  return (spec.ephemeralContainers ?? []).some(({ name, image }) => {
    const before = old.ephemeralContainers?.find((one) => one.name === name)
    return before === undefined || before.image !== image
  })
}
