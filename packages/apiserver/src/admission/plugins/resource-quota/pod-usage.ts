/** Usage of pods: their number, and the requests and limits of their containers. */
import type { Clock } from '@kubewright/core'
import type { Pod } from '@kubewright/kubernetes/core/v1'
import { type Unvalidated, unvalidated } from '../../../object/unvalidated.ts'
import { qualityOf } from '../../../built-in/pod/quality-of-service.ts'
import type { Attributes } from '../../../kinds/admission.ts'
import { addTo, type AmountMap, readAmounts } from '../amounts.ts'
import { podLimits, podRequests } from '../pod-amounts.ts'
import { type Evaluator, isChosen, type QuotaScope } from './evaluator.ts'
import { one } from './object-count.ts'

type AnyPod = Unvalidated<Pod>

const measured = ['cpu', 'memory', 'ephemeral-storage'] as const
const counted: ReadonlySet<string> = new Set([
  'count/pods',
  'pods',
  ...measured.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
])
/** Resources that every container must specify once they are limited. */
const demanded = new Set(['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]))

export function podUsage(clock: Clock): Evaluator {
  return {
    handles: isCounted,
    counts: (name) => counted.has(name) || /^(requests\.)?hugepages-/.test(name) || isExtendedRequest(name),
    isIn: (scope, object) => isInScope(scope, unvalidated<Pod>(object)),
    usageOf: (object) => usageOf(unvalidated<Pod>(object), clock),
    missing: (names, object) => missingIn(unvalidated<Pod>(object), names),
  }
}

function isCounted({ operation, subresource, object, oldObject }: Attributes): boolean {
  if (subresource === 'resize') return operation === 'UPDATE'
  if (subresource !== '') return false
  if (operation !== 'UPDATE') return operation === 'CREATE'
  return (
    object !== undefined &&
    oldObject !== undefined &&
    ends(unvalidated<Pod>(object)) !== ends(unvalidated<Pod>(oldObject))
  )
}

/** Whether it has an active deadline. */
function ends({ spec }: AnyPod): boolean {
  const { activeDeadlineSeconds } = spec ?? {}
  return typeof activeDeadlineSeconds === 'number' && activeDeadlineSeconds >= 0
}

/** Whether it requests an extended resource, outside the domain of Kubernetes, or a class of devices. */
function isExtendedRequest(name: string): boolean {
  if (!name.startsWith('requests.')) return false
  const isNative = !name.includes('/') || name.includes('kubernetes.io/')
  return !isNative || name.startsWith('requests.deviceclass.resource.kubernetes.io/')
}

const podLevel = /^(cpu|memory|hugepages-.*)$/
const options = { withOverhead: true, withGiven: true, isPodLevel: (name: string) => podLevel.test(name) }

function usageOf(pod: AnyPod, clock: Clock): AmountMap {
  const usage: AmountMap = new Map([['count/pods', one]])
  return isOver(pod, clock.now()) ? usage : addTo(usage, namedUsage(podRequests(pod, options), podLimits(pod, options)))
}

/** Whether it has finished, or should have by the end of its grace period. */
function isOver({ metadata, status }: AnyPod, nowMs: number): boolean {
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return true
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata ?? {}
  if (!deletionTimestamp || typeof deletionGracePeriodSeconds !== 'number') return false
  return nowMs > Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1_000
}

function namedUsage(requests: AmountMap, limits: AmountMap): AmountMap {
  const usage: AmountMap = new Map([['pods', one]])
  for (const [name, amount] of requests) {
    const isMeasured = measured.some((known) => known === name) || name.startsWith('hugepages-')
    if (isMeasured) usage.set(name, amount)
    if (isMeasured || isExtendedRequest(`requests.${name}`)) usage.set(`requests.${name}`, amount)
  }
  for (const name of measured) {
    const limit = limits.get(name)
    if (limit !== undefined) usage.set(`limits.${name}`, limit)
  }
  return usage
}

function missingIn({ spec }: AnyPod, names: readonly string[]): string | undefined {
  const whole = spec?.resources
  if (whole && podLevelNames(whole).some((name) => podLevel.test(name))) return undefined
  const silent = new Map<string, string[]>()
  for (const { name = '', resources } of [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]) {
    const usage = namedUsage(readAmounts(resources?.requests), readAmounts(resources?.limits))
    for (const asked of names) {
      if (demanded.has(asked) && !usage.has(asked)) silent.set(asked, [...(silent.get(asked) ?? []), name])
    }
  }
  if (silent.size === 0) return undefined
  const parts = [...silent].sort(([left], [right]) => (left < right ? -1 : 1))
  return `must specify ${parts.map(([name, of]) => `${name} for: ${[...new Set(of)].sort().join(',')}`).join('; ')}`
}

function podLevelNames({ requests, limits }: NonNullable<NonNullable<AnyPod['spec']>['resources']>): string[] {
  return [...Object.keys(requests ?? {}), ...Object.keys(limits ?? {})]
}

function isInScope(scope: QuotaScope, pod: AnyPod): boolean {
  switch (scope.scopeName) {
    case 'Terminating':
      return ends(pod)
    case 'NotTerminating':
      return !ends(pod)
    case 'BestEffort':
      return qualityOf(pod.spec ?? {}) === 'BestEffort'
    case 'NotBestEffort':
      return qualityOf(pod.spec ?? {}) !== 'BestEffort'
    case 'PriorityClass':
      return isChosen(scope, pod.spec?.priorityClassName ? [pod.spec.priorityClassName] : [])
    case 'CrossNamespacePodAffinity':
      return looksBeyondNamespace(pod)
    default:
      return false
  }
}

function looksBeyondNamespace({ spec }: AnyPod): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {}
  return [podAffinity, podAntiAffinity].some((affinity) => {
    const preferred = (affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
      ({ podAffinityTerm }) => podAffinityTerm ?? {},
    )
    const terms = [...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []), ...preferred]
    return terms.some(({ namespaces, namespaceSelector }) => (namespaces ?? []).length > 0 || namespaceSelector)
  })
}
