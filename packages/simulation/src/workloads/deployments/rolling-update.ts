/** Rolling updates: replaces old pods by new ones within `maxSurge` and `maxUnavailable`. Pure. See decision 0132. */
import type { Deployment, ReplicaSet } from '@kubewright/kubernetes'
import { isRolling, maxSurge, maxUnavailable } from './rolling-limits.ts'

export interface Scaling {
  readonly set: ReplicaSet
  readonly to: number
}

export function replicasOf({ spec }: ReplicaSet): number {
  return spec.replicas ?? 1
}

export function totalOf(sets: readonly ReplicaSet[]): number {
  return sets.reduce((total, set) => total + replicasOf(set), 0)
}

/** The larger of the desired and the actual pods: pods to be removed count until the status shows that they are gone. */
function sizeOf(set: ReplicaSet): number {
  return Math.max(replicasOf(set), set.status?.replicas ?? 0)
}

/** The allowed replicas of the new set, which has `now` of all pods. */
export function wantedOfNew(deployment: Deployment, now: number, all: readonly ReplicaSet[]): number {
  const { replicas = 1 } = deployment.spec
  if (!isRolling(deployment)) return replicas
  const room = replicas + maxSurge(deployment) - all.reduce((total, set) => total + sizeOf(set), 0)
  return room <= 0 ? now : now + Math.min(room, replicas - now)
}

/** Scales up the new set first; without room for that, scales down old ones. Empty if both have to wait. */
export function planRollingUpdate(
  deployment: Deployment,
  current: ReplicaSet,
  old: readonly ReplicaSet[],
): readonly Scaling[] {
  const { replicas = 1 } = deployment.spec
  const now = replicasOf(current)
  const to = now > replicas ? replicas : wantedOfNew(deployment, now, [...old, current])
  return to === now ? planShrinking(deployment, current, old) : [{ set: current, to }]
}

/** @param old oldest first */
function planShrinking(deployment: Deployment, current: ReplicaSet, old: readonly ReplicaSet[]): readonly Scaling[] {
  const { replicas = 1 } = deployment.spec
  const least = replicas - maxUnavailable(deployment)
  const missing = replicasOf(current) - availableOf(current)
  const room = totalOf([...old, current]) - least - missing
  if (totalOf(old) === 0 || room <= 0) return []
  const sizes = new Map(old.map((set) => [set, replicasOf(set)]))
  removeUnhealthy(sizes, room)
  removeHealthy(sizes, availableOf(current) - least)
  return [...sizes].flatMap(([set, to]) => (to === replicasOf(set) ? [] : [{ set, to }]))
}

/** Unavailable pods are removed first: they serve no traffic. */
function removeUnhealthy(sizes: Map<ReplicaSet, number>, room: number): void {
  let left = room
  for (const [set, size] of sizes) {
    const gone = Math.min(left, size - Math.min(size, availableOf(set)))
    sizes.set(set, size - gone)
    left -= gone
  }
}

/** @param spare the available pods of the new set above the required minimum; negative if below it */
function removeHealthy(sizes: Map<ReplicaSet, number>, spare: number): void {
  let left = spare + [...sizes].reduce((sum, [set, size]) => sum + Math.min(size, availableOf(set)), 0)
  for (const [set, size] of sizes) {
    if (left <= 0) return
    const gone = Math.min(size, left)
    sizes.set(set, size - gone)
    left -= gone
  }
}

/** The status may be older than the last scaling: pods to be removed do not count. */
function availableOf(set: ReplicaSet): number {
  return Math.min(set.status?.availableReplicas ?? 0, replicasOf(set))
}
