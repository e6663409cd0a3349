/** A deployment that becomes larger or smaller, perhaps in the middle of an update. Pure. */
import type { Deployment, ReplicaSet } from '@kubewright/kubernetes'
import { desiredReplicasOf, maxReplicasOf } from './annotations.ts'
import { byAge, type History, withReplicas } from './replica-set-history.ts'
import { isRolling, maxSurge } from './rolling-limits.ts'
import { replicasOf, type Scaling, totalOf } from './rolling-update.ts'

/** Whether the number that is wanted has changed since the sets were last scaled. */
export function isScaling({ spec: { replicas = 1 } }: Deployment, { all }: History): boolean {
  return withReplicas(all).some((set) => (desiredReplicasOf(set) ?? replicas) !== replicas)
}

/** Where one set has all the pods it takes the change; in the middle of an update each takes its share. */
export function planScaling(deployment: Deployment, { current, old, all }: History): readonly Scaling[] {
  const { replicas = 1 } = deployment.spec
  const only = onlyOne(current, old)
  if (only !== undefined) return [{ set: only, to: replicas }]
  if (current !== undefined && isSaturated(deployment, current)) {
    return withReplicas(old).map((set) => ({ set, to: 0 }))
  }
  return isRolling(deployment) ? planShares(deployment, withReplicas(all)) : []
}

/** The one with pods; if none has any, the new one, or else the latest. `undefined` if several have. */
function onlyOne(current: ReplicaSet | undefined, old: readonly ReplicaSet[]): ReplicaSet | undefined {
  const active = withReplicas([...old, ...(current === undefined ? [] : [current])])
  if (active.length > 1) return undefined
  return active[0] ?? current ?? old.at(-1)
}

function isSaturated({ spec: { replicas = 1 } }: Deployment, set: ReplicaSet): boolean {
  const available = set.status?.availableReplicas ?? 0
  return replicasOf(set) === replicas && desiredReplicasOf(set) === replicas && available === replicas
}

/** What rounding leaves over goes to the largest. */
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

/** As much more or fewer as the whole deployment becomes, in proportion. */
function shareOf(deployment: Deployment, set: ReplicaSet): number {
  const { replicas = 1 } = deployment.spec
  const size = replicasOf(set)
  if (replicas === 0) return -size
  const before = maxReplicasOf(set) ?? deployment.status?.replicas ?? 0
  return before === 0 ? 0 : Math.round((size * (replicas + maxSurge(deployment))) / before) - size
}
