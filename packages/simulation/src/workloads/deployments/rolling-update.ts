/** From old pods to new ones, a few at a time: never more than allowed, never fewer available than allowed. Pure. */
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

/** Pods that a set is to have, or still has: those that it was told to remove a moment ago are there until it says so. */
function sizeOf(set: ReplicaSet): number {
  return Math.max(replicasOf(set), set.status?.replicas ?? 0)
}

/** How many the new set may have, if it has `now` of all the pods there are. */
export function wantedOfNew(deployment: Deployment, now: number, all: readonly ReplicaSet[]): number {
  const { replicas = 1 } = deployment.spec
  if (!isRolling(deployment)) return replicas
  const room = replicas + maxSurge(deployment) - all.reduce((total, set) => total + sizeOf(set), 0)
  return room <= 0 ? now : now + Math.min(room, replicas - now)
}

/** First the new set grows; where there is no room for that, old ones shrink. Nothing when both have to wait. */
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

/** Pods that are not available serve nobody: they go first, and cost nothing. */
function removeUnhealthy(sizes: Map<ReplicaSet, number>, room: number): void {
  let left = room
  for (const [set, size] of sizes) {
    const gone = Math.min(left, size - Math.min(size, availableOf(set)))
    sizes.set(set, size - gone)
    left -= gone
  }
}

/** @param spare how many available pods the new set has above the least that must be; below zero if it lacks some */
function removeHealthy(sizes: Map<ReplicaSet, number>, spare: number): void {
  let left = spare + [...sizes].reduce((sum, [set, size]) => sum + Math.min(size, availableOf(set)), 0)
  for (const [set, size] of sizes) {
    if (left <= 0) return
    const gone = Math.min(size, left)
    sizes.set(set, size - gone)
    left -= gone
  }
}

/** What its status says may be older than the last scaling: of pods that are to go, none counts. */
function availableOf(set: ReplicaSet): number {
  return Math.min(set.status?.availableReplicas ?? 0, replicasOf(set))
}
