/** The usage of a quota. Pure. */
import { getOwn } from '@kubewright/core/json'
import { parseQuantity, type Quantity } from '@kubewright/core/quantities'
import type { PersistentVolumeClaim, Pod, ResourceQuota, Service } from '@kubewright/kubernetes'
import { isFinished } from '../workloads/pod-state.ts'

export interface UsedThings {
  readonly pods: readonly Pod[]
  readonly claims: readonly PersistentVolumeClaim[]
  readonly services: readonly Service[]
  /** The number of objects of all other counted kinds, by name: `configmaps`, `deployments.apps`. */
  readonly counts: ReadonlyMap<string, number>
}

/** The limits of a quota that are object counts: `count/deployments.apps` and `configmaps`. */
export function countedIn({ spec }: ResourceQuota): readonly string[] {
  return Object.keys(spec?.hard ?? {})
    .map(nameOf)
    .filter(
      (name) =>
        /^[a-z]+(\.[a-z0-9.-]+)?$/.test(name) && !measured.has(name) && !/^(requests|limits|services)\./.test(name),
    )
}

const nameOf = (key: string) => key.replace(/^count\//, '')
const measured = new Set(['pods', 'services', 'persistentvolumeclaims', 'cpu', 'memory', 'ephemeral-storage'])

/** The usage for every known limit of the quota. */
export function quotaUsage({ spec }: ResourceQuota, things: UsedThings): Readonly<Record<string, string>> {
  const used = Object.keys(spec?.hard ?? {}).map((key) => [key, amountOf(key, things)] as const)
  return Object.fromEntries(used.flatMap(([key, amount]) => (amount === undefined ? [] : [[key, String(amount)]])))
}

function amountOf(key: string, { pods, claims, services, counts }: UsedThings): Quantity | number | undefined {
  const name = nameOf(key)
  const alive = pods.filter((pod) => !isFinished(pod))
  const typed = (type: string) => services.filter(({ spec }) => spec?.type === type).length
  switch (name) {
    case 'pods':
      return key === name ? alive.length : pods.length
    case 'services':
      return services.length
    case 'services.loadbalancers':
      return typed('LoadBalancer')
    case 'services.nodeports':
      return typed('NodePort') + typed('LoadBalancer')
    case 'persistentvolumeclaims':
      return claims.length
    case 'requests.storage':
      return sumOf(claims.map(({ spec }) => spec?.resources?.requests?.['storage']))
  }
  const [, side, resource = name] = /^(requests|limits)\.(.+)$/.exec(name) ?? []
  const isComputed = side !== undefined || measured.has(name)
  return isComputed ? sumOf(alive.flatMap((pod) => askedBy(pod, side ?? 'requests', resource))) : counts.get(name)
}

function askedBy({ spec }: Pod, side: string, resource: string): readonly (string | undefined)[] {
  return spec.containers.map(({ resources }) =>
    getOwn(side === 'limits' ? resources?.limits : resources?.requests, resource),
  )
}

function sumOf(amounts: readonly (string | undefined)[]): Quantity {
  return amounts.reduce((sum, amount) => (amount === undefined ? sum : sum.plus(amount)), parseQuantity('0'))
}
