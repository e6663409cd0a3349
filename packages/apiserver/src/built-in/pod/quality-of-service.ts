/** The quality of service class of a pod, which determines the order of eviction. */
import type { PodSpec, ResourceRequirements } from '@kubewright/kubernetes/core/v1'
import { compareQuantities, parseQuantity, type Quantity } from '@kubewright/core/quantities'
import type { Unvalidated } from '../../object/unvalidated.ts'

const counted = ['cpu', 'memory'] as const

type Totals = Partial<Record<(typeof counted)[number], Quantity>>

export function qualityOf(spec: Unvalidated<PodSpec>): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
  // Pod-level resources take precedence over those of the containers.
  const parts = spec.resources === undefined ? containers.map(({ resources = {} }) => resources) : [spec.resources]
  const [requests, limits] = [totals(parts, 'requests'), totals(parts, 'limits')]
  const isLimited = parts.every((part) => counted.every((name) => isSome(part.limits?.[name])))
  if (Object.keys(requests).length === 0 && Object.keys(limits).length === 0) return 'BestEffort'
  return isLimited && counted.every((name) => isSame(requests[name], limits[name])) ? 'Guaranteed' : 'Burstable'
}

function totals(parts: readonly Unvalidated<ResourceRequirements>[], of: 'requests' | 'limits'): Totals {
  const sums: Totals = {}
  for (const part of parts) {
    for (const name of counted) {
      const amount = part[of]?.[name]
      if (amount !== undefined && isSome(amount)) sums[name] = sums[name]?.plus(amount) ?? parseQuantity(amount)
    }
  }
  return sums
}

function isSome(amount: string | number | undefined): boolean {
  return amount !== undefined && compareQuantities(amount, 0) > 0
}

function isSame(left: Quantity | undefined, right: Quantity | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  return compareQuantities(left, right) === 0
}
