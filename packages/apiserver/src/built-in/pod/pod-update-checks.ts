/** Validation of pod updates. */
import type { ContainerStatus, Pod, PodSpec, Toleration } from '@kubewright/kubernetes/core/v1'
import { deepClone, deepEqual } from '@kubewright/core/json'
import { forbidden, invalid, required } from '../../status/field-error.ts'
import { address } from '../../validation/address.ts'
import { each, isBlank, named, type Problems, rangeText, unchanged } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { trimmedImage } from './container-checks.ts'
import { qualityOf } from './quality-of-service.ts'
import { tolerationProblems } from './scheduling-checks.ts'

type AnySpec = Unvalidated<PodSpec>
type AnyPod = Unvalidated<Pod>

const largest = 2 ** 31 - 1
const openFields = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
]

export function* podUpdateProblems(spec: AnySpec, old: AnySpec): Problems {
  for (const list of ['containers', 'initContainers'] as const) {
    const [now, before] = [spec[list] ?? [], old[list] ?? []]
    if (now.length !== before.length) {
      return yield forbidden(`spec.${list}`, 'pod updates may not add or remove containers')
    }
    for (const [{ image }, at] of each(now, `spec.${list}`)) {
      if (isBlank(image)) yield required(`${at}.image`)
      yield* trimmedImage(image, at)
    }
  }
  const deadline = [...deadlineProblems(spec.activeDeadlineSeconds, old.activeDeadlineSeconds)]
  yield* deadline
  if (deadline.length > 0 && spec.activeDeadlineSeconds !== undefined) return
  yield* addedTolerations(spec.tolerations ?? [], old.tolerations ?? [])
  yield* removedGates(spec, old)
  if (!deepEqual(withoutOpenFields(spec, old), old)) {
    yield forbidden('spec', `pod updates may not change fields other than ${openFields.join(',')}`)
  }
}

function* deadlineProblems(now: number | undefined, before: number | undefined): Problems {
  const path = 'spec.activeDeadlineSeconds'
  if (now === undefined) {
    if (before !== undefined) yield invalid(path, null, 'must not update from a positive integer to nil value')
  } else if (now < 0 || now > largest) yield invalid(path, now, rangeText(0, largest))
  else if (before !== undefined && before < now) {
    yield invalid(path, now, 'must be less than or equal to previous value')
  }
}

function* addedTolerations(
  now: readonly Unvalidated<Toleration>[],
  before: readonly Unvalidated<Toleration>[],
): Problems {
  const bare = ({ tolerationSeconds: _, ...rest }: Unvalidated<Toleration>) => rest
  const isKept = (old: Unvalidated<Toleration>) => now.some((one) => deepEqual(bare(one), bare(old)))
  if (!before.every(isKept)) {
    return yield forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')
  }
  yield* tolerationProblems(now, 'spec.tolerations')
}

function* removedGates(spec: AnySpec, old: AnySpec): Problems {
  const known = new Set((old.schedulingGates ?? []).map(({ name }) => name))
  for (const [{ name }, at] of each(spec.schedulingGates, 'spec.schedulingGates')) {
    if (known.has(name)) continue
    yield forbidden(`${at}.name`, `only deletion is allowed, but found new scheduling gate '${name}'`)
  }
}

/** The new spec with all mutable fields restored, so that any difference left is a forbidden change. */
function withoutOpenFields(spec: AnySpec, old: AnySpec): AnySpec {
  const copy = deepClone(spec)
  for (const list of ['containers', 'initContainers'] as const) {
    for (const [at, container] of (copy[list] ?? []).entries()) container.image = old[list]?.[at]?.image
  }
  const kept = ['activeDeadlineSeconds', 'schedulingGates', 'tolerations'] as const
  for (const field of kept) restore(copy, old, field)
  if ((old.terminationGracePeriodSeconds ?? 0) < 0 && copy.terminationGracePeriodSeconds === 1) {
    restore(copy, old, 'terminationGracePeriodSeconds')
  }
  // The node selection of a gated pod is still mutable.
  if ((old.schedulingGates ?? []).length > 0)
    for (const field of ['nodeSelector', 'affinity'] as const) restore(copy, old, field)
  return copy
}

function restore<Field extends keyof AnySpec>(copy: AnySpec, old: AnySpec, field: Field): void {
  if (old[field] === undefined) delete copy[field]
  else copy[field] = old[field]
}

const systemConditions = new Set(['PodScheduled', 'Ready', 'Initialized'])

export function* podStatusProblems(pod: AnyPod, old: AnyPod): Problems {
  const [status, before, spec] = [pod.status ?? {}, old.status ?? {}, old.spec ?? {}]
  for (const [{ type = '' }, at] of each(status.conditions, 'status.conditions')) {
    if (!systemConditions.has(type)) yield* named('qualifiedName', type, `${at}.Type`)
  }
  yield* nominationProblems(pod, old)
  yield* unchanged(status.qosClass, before.qosClass, 'status.qosClass')
  for (const list of ['containerStatuses', 'initContainerStatuses'] as const) {
    yield* transitionProblems(status[list], before[list], { path: `status.${list}`, spec })
  }
  for (const [{ ip = '' }, at] of each(status.podIPs, 'status.podIPs')) yield* address(ip, at)
  const host = status.hostIPs?.[0]?.ip
  if (host !== undefined && host !== status.hostIP) {
    yield invalid('status.hostIPs[0].ip', host, 'must be equal to `hostIP`')
  }
  for (const [{ ip = '' }, at] of each(status.hostIPs, 'status.hostIPs')) yield* address(ip, at)
}

function* nominationProblems(pod: AnyPod, old: AnyPod): Problems {
  const now = pod.status?.nominatedNodeName ?? ''
  if (now === '' || now === (old.status?.nominatedNodeName ?? '')) return
  yield* named('dns1123Subdomain', now, 'status.nominatedNodeName')
  if (!isBlank(old.spec?.nodeName)) {
    yield forbidden('status.nominatedNodeName', 'may not be set on pods that are already bound to a node')
  }
}

type Statuses = readonly Unvalidated<ContainerStatus>[] | undefined

/** A terminated container stays terminated unless the restart policy allows a restart. */
function* transitionProblems(now: Statuses, before: Statuses, at: { path: string; spec: AnySpec }): Problems {
  for (const [index, old] of (before ?? []).entries()) {
    const ended = old.state?.terminated
    const next = now?.find(({ name }) => name === old.name)
    if (ended === undefined || next === undefined || next.state?.terminated !== undefined) continue
    if (!mayRestart(at.spec, old.name, ended.exitCode ?? 0)) {
      yield forbidden(`${at.path}[${index}].state`, 'may not be transitioned to non-terminated state')
    }
  }
}

function mayRestart(spec: AnySpec, name: string | undefined, exitCode: number): boolean {
  const container = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].find((one) => one.name === name)
  const policy = container?.restartPolicy ?? spec.restartPolicy
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0)
}

/** Ephemeral containers may be added, but neither changed nor removed. */
export function* ephemeralUpdateProblems(spec: AnySpec, old: AnySpec): Problems {
  const path = 'spec.ephemeralContainers'
  for (const before of old.ephemeralContainers ?? []) {
    const now = spec.ephemeralContainers?.find(({ name }) => name === before.name)
    const name = JSON.stringify(before.name)
    if (now === undefined) yield forbidden(path, `existing ephemeral containers ${name} may not be removed\n`)
    else if (!deepEqual(now, before)) {
      yield forbidden(path, `existing ephemeral containers ${name} may not be changed\n`)
    }
  }
}

const resizable = new Set(['cpu', 'memory'])

/** Only the CPU and memory of containers may be resized. */
export function* resizeProblems(pod: AnyPod, old: AnyPod): Problems {
  const [spec, before] = [pod.spec ?? {}, old.spec ?? {}]
  if (qualityOf(spec) !== (old.status?.qosClass ?? qualityOf(before))) {
    yield invalid('spec', pod.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing')
  }
  for (const list of ['containers', 'initContainers'] as const) {
    if ((spec[list] ?? []).length !== (before[list] ?? []).length) {
      return yield forbidden(`spec.${list}`, `${list} may not be added or removed on resize`)
    }
  }
  for (const list of ['initContainers', 'containers'] as const) yield* removedAmounts(spec, before, list)
  if (!deepEqual(withoutAmounts(spec), withoutAmounts(before))) {
    yield forbidden('spec', 'only cpu and memory resources are mutable')
  }
}

function* removedAmounts(spec: AnySpec, old: AnySpec, list: 'containers' | 'initContainers'): Problems {
  for (const [before, at] of each(old[list], `spec.${list}`)) {
    const now = spec[list]?.find(({ name }) => name === before.name)
    for (const field of ['requests', 'limits'] as const) {
      const isRemoved = Object.keys(before.resources?.[field] ?? {}).some(
        (name) => now?.resources?.[field]?.[name] === undefined,
      )
      if (isRemoved) yield forbidden(`${at}.resources.${field}`, `resource ${field} cannot be removed`)
    }
  }
}

function withoutAmounts(spec: AnySpec): AnySpec {
  const copy = deepClone(spec)
  for (const { resources } of [...(copy.containers ?? []), ...(copy.initContainers ?? [])]) {
    for (const field of ['requests', 'limits'] as const) {
      const amounts = resources?.[field]
      if (resources === undefined || amounts === undefined) continue
      for (const name of resizable) delete amounts[name]
      if (Object.keys(amounts).length === 0) delete resources[field]
    }
  }
  return copy
}
