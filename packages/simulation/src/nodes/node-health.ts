/** The health of a node as the node controller sees it: its heartbeat, and the resulting taints. Pure. */
import { deepEqual } from '@kubewright/core/json'
import { formatTime } from '@kubewright/core/time'
import type { Lease } from '@kubewright/kubernetes/coordination/v1'
import type { Node, NodeCondition, Taint } from '@kubewright/kubernetes/core/v1'
import { leaseTimes, monitorGraceMs } from './node-lease.ts'

export interface NodeHealth {
  /** The conditions to write, if they change. */
  readonly conditions?: readonly NodeCondition[]
  /** The taints to write, if they change. */
  readonly taints?: readonly Taint[]
  /** The number of milliseconds after which the result may change by itself. */
  readonly againMs?: number
}

/** Judges by the lease, or by the node's age if there is none. */
export function judgeNode(node: Node, lease: Lease | undefined, now: number): NodeHealth {
  const trustedUntil = trustedUntilOf(node, lease)
  const isSilent = now >= trustedUntil
  const before = node.status?.conditions ?? []
  const conditions = isSilent ? silentConditions(before, now) : before
  const taints = taintsOf(node, conditions, now)
  return {
    ...(deepEqual(conditions, before) ? {} : { conditions }),
    ...(deepEqual(taints, node.spec?.taints ?? []) ? {} : { taints }),
    ...(isSilent ? {} : { againMs: trustedUntil - now }),
  }
}

function trustedUntilOf({ metadata }: Node, lease: Lease | undefined): number {
  const times = lease === undefined ? undefined : leaseTimes(lease)
  if (times !== undefined) return times.trustedUntil
  return Date.parse(metadata.creationTimestamp ?? '') + monitorGraceMs
}

const watched = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const

function silentConditions(before: readonly NodeCondition[], now: number): readonly NodeCondition[] {
  const time = formatTime(now)
  const changed = watched.map((type): NodeCondition => {
    const old = before.find((condition) => condition.type === type)
    if (old?.status === 'Unknown') return old
    if (old === undefined) return { type, status: 'Unknown', ...never, lastTransitionTime: time }
    return { ...old, status: 'Unknown', ...silent, lastTransitionTime: time }
  })
  return [...before.filter(({ type }) => !(watched as readonly string[]).includes(type)), ...changed]
}

const silent = { reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' }
const never = { reason: 'NodeStatusNeverUpdated', message: 'Kubelet never posted node status.' }

const [notReady, unreachable] = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

/** Taints that are derived from the node, and their conditions. */
const derived: readonly (readonly [Pick<Taint, 'key' | 'effect'>, (node: Node, ready: string) => boolean])[] = [
  [{ key: notReady, effect: 'NoSchedule' }, (_, ready) => ready === 'False'],
  [{ key: notReady, effect: 'NoExecute' }, (_, ready) => ready === 'False'],
  [{ key: unreachable, effect: 'NoSchedule' }, (_, ready) => ready === 'Unknown'],
  [{ key: unreachable, effect: 'NoExecute' }, (_, ready) => ready === 'Unknown'],
  [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }, ({ spec }) => spec?.unschedulable === true],
]

function taintsOf(node: Node, conditions: readonly NodeCondition[], now: number): readonly Taint[] {
  const before = node.spec?.taints ?? []
  const ready = conditions.find(({ type }) => type === 'Ready')?.status
  const isDerived = (taint: Taint) => derived.some(([one]) => isSame(one, taint))
  // The kubelet has not reported yet: the initial taints stay.
  if (ready === undefined) return before
  const kept = before.filter((taint) => !isDerived(taint) || isWanted(taint, node, ready))
  const added = derived
    .filter(([taint, applies]) => applies(node, ready) && !before.some((one) => isSame(one, taint)))
    .map(([taint]) => ({ ...taint, timeAdded: formatTime(now) }))
  return [...kept, ...added]
}

function isWanted(taint: Taint, node: Node, ready: string): boolean {
  return derived.some(([one, applies]) => isSame(one, taint) && applies(node, ready))
}

function isSame(one: Pick<Taint, 'key' | 'effect'>, two: Pick<Taint, 'key' | 'effect'>): boolean {
  return one.key === two.key && one.effect === two.effect
}
