/** Scales a Deployment, possibly during an update. Pure. */
import type { Deployment, ReplicaSet } from '@kubewright/kubernetes'
import { desiredReplicasOf, maxReplicasOf } from './annotations.ts'
import { byAge, type History, withReplicas } from './replica-set-history.ts'
import { isRolling, maxSurge } from './rolling-limits.ts'
import { replicasOf, type Scaling, totalOf } from './rolling-update.ts'

/** Whether the desired replicas have changed since the sets were last scaled. */
export function isScaling({ spec: { replicas = 1 } }: Deployment, { all }: History): boolean {
  return withReplicas(all).some((set) => (desiredReplicasOf(set) ?? replicas) !== replicas)
}

/** A single active set takes the whole change; during an update the change is distributed proportionally. */
export function planScaling(deployment: Deployment, { current, old, all }: History): readonly Scaling[] {
  const { replicas = 1 } = deployment.spec
  const only = onlyOne(current, old)
  if (only !== undefined) return [{ set: only, to: replicas }]
  if (current !== undefined && isSaturated(deployment, current)) {
    return withReplicas(old).map((set) => ({ set, to: 0 }))
  }
  return isRolling(deployment) ? planShares(deployment, withReplicas(all)) : []
}

/** The only set with replicas; if none has any, the current one, or else the latest. `undefined` if several have replicas. */
function onlyOne(current: ReplicaSet | undefined, old: readonly ReplicaSet[]): ReplicaSet | undefined {
  const active = withReplicas([...old, ...(current === undefined ? [] : [current])])
  if (active.length > 1) return undefined
  return active[0] ?? current ?? old.at(-1)
}

function isSaturated({ spec: { replicas = 1 } }: Deployment, set: ReplicaSet): boolean {
  const available = set.status?.availableReplicas ?? 0
  return replicasOf(set) === replicas && desiredReplicasOf(set) === replicas && available === replicas
}

/** The remainder of rounding goes to the largest set. */
function planShares(deployment: Deployment, active: readonly ReplicaSet[]): readonly Scaling[] {
  const { replicas = 1 } = deployment.spec
  const allowed = replicas > 0 ? replicas + maxSurge(deployment) : 0
  const toAdd = allowed - totalOf(active)
  const ordered = [...active].sort((one, two) => {
    const apart = replicasOf(two) - replicasOf(one)
    return apart !== 0 ? apart : toAdd > 0 ? byAge(two, one) : byAge(one, two)
  })
  let left = toAdd
  const shares = ordered.map((set) => {
    const share = boundedShare(deployment, set, left)
    left -= share
    return share
  })
  return ordered.map((set, place) => {
    const to = replicasOf(set) + shares[place]! + (place === 0 ? left : 0)
    return { set, to: Math.max(0, to) }
  })
}

function boundedShare(deployment: Deployment, set: ReplicaSet, left: number): number {
  if (left === 0) return 0
  const share = shareOf(deployment, set)
  return left > 0 ? Math.min(share, left) : Math.max(share, left)
}

/** The change of the set in proportion to that of the whole Deployment. */
function shareOf(deployment: Deployment, set: ReplicaSet): number {
  const { replicas = 1 } = deployment.spec
  const size = replicasOf(set)
  if (replicas === 0) return -size
  const before = maxReplicasOf(set) ?? deployment.status?.replicas ?? 0
  return before === 0 ? 0 : Math.round((size * (replicas + maxSurge(deployment))) / before) - size
}
