/** Total resources of a pod. Init containers run one by one before the others, except sidecars, which keep running. Pure. */
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { addTo, type AmountMap, only, raiseTo, readAmounts, zero } from './amounts.ts'

type AnyPod = Unvalidated<Pod>
type AnyContainer = Unvalidated<Container>
type AnyStatus = NonNullable<NonNullable<AnyPod['status']>['containerStatuses']>[number]

export interface PodAmountOptions {
  /** Add the pod overhead. */
  readonly withOverhead: boolean
  /** Count the resources already allocated to containers, where they exceed the requested ones. */
  readonly withGiven: boolean
  /** Which pod-level amounts replace the sum over the containers. */
  readonly isPodLevel: (name: string) => boolean
}

export function podRequests(pod: AnyPod, options: PodAmountOptions): AmountMap {
  const sum = sumOf(pod, (container) => requestsOf(pod, container, options))
  overrideWith(sum, readAmounts(pod.spec?.resources?.requests), options)
  return options.withOverhead ? addTo(sum, readAmounts(pod.spec?.overhead)) : sum
}

export function podLimits(pod: AnyPod, options: PodAmountOptions): AmountMap {
  const sum = sumOf(pod, (container) => limitsOf(pod, container, options))
  overrideWith(sum, readAmounts(pod.spec?.resources?.limits), options)
  if (!options.withOverhead) return sum
  const isLimited = (name: string) => (sum.get(name) ?? zero).unscaled !== 0n
  return addTo(
    sum,
    only(readAmounts(pod.spec?.overhead), (name) => isLimited(name)),
  )
}

function overrideWith(sum: AmountMap, whole: AmountMap, { isPodLevel }: PodAmountOptions): void {
  for (const [name, amount] of whole) if (isPodLevel(name)) sum.set(name, amount)
}

function sumOf({ spec }: AnyPod, amountsOf: (container: AnyContainer) => AmountMap): AmountMap {
  const sum: AmountMap = new Map()
  for (const container of spec?.containers ?? []) addTo(sum, amountsOf(container))
  const staying: AmountMap = new Map()
  const before: AmountMap = new Map()
  for (const container of spec?.initContainers ?? []) {
    const own = amountsOf(container)
    if (stays(container)) {
      addTo(sum, own)
      raiseTo(before, addTo(staying, own))
    } else raiseTo(before, addTo(own, staying))
  }
  return raiseTo(sum, before)
}

/** Whether an init container is a sidecar. */
export function stays({ restartPolicy }: AnyContainer): boolean {
  return restartPolicy === 'Always'
}

function requestsOf(pod: AnyPod, container: AnyContainer, options: PodAmountOptions): AmountMap {
  const asked = readAmounts(container.resources?.requests)
  const status = givenTo(pod, container, options)
  if (!status?.resources) return asked
  const base = isInfeasible(pod) ? new Map() : asked
  return raiseTo(raiseTo(base, readAmounts(status.resources.requests)), readAmounts(status.allocatedResources))
}

function limitsOf(pod: AnyPod, container: AnyContainer, options: PodAmountOptions): AmountMap {
  const asked = readAmounts(container.resources?.limits)
  const status = givenTo(pod, container, options)
  if (!status?.resources) return asked
  return raiseTo(isInfeasible(pod) ? new Map() : asked, readAmounts(status.resources.limits))
}

function givenTo({ spec, status }: AnyPod, container: AnyContainer, options: PodAmountOptions): AnyStatus | undefined {
  if (!options.withGiven) return undefined
  const isInit = spec?.initContainers?.includes(container) === true
  if (isInit && !stays(container)) return undefined
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  return statuses.findLast(({ name }) => name === container.name)
}

/** Whether the kubelet reported the pending resize as infeasible. */
function isInfeasible({ status }: AnyPod): boolean {
  return status?.conditions?.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible'
}
