/** The limits of a rolling update. Pure. */
import type { Deployment } from '@kubewright/kubernetes'
import { resolveShare } from '../int-or-percent.ts'

interface Limits {
  readonly surge: number
  readonly unavailable: number
}

/** If both limits are zero no update could progress: then one pod may be unavailable. */
function limitsOf({ spec: { replicas = 1, strategy } }: Deployment): Limits {
  const { maxSurge: more, maxUnavailable: fewer } = strategy?.rollingUpdate ?? {}
  const surge = resolveShare(more ?? '25%', replicas, 'up')
  const unavailable = resolveShare(fewer ?? '25%', replicas, 'down')
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable }
}

export function isRolling({ spec }: Deployment): boolean {
  return spec.strategy?.type !== 'Recreate'
}

/** The number of pods allowed above the desired replicas. */
export function maxSurge(deployment: Deployment): number {
  return isRolling(deployment) ? limitsOf(deployment).surge : 0
}

/** The number of desired replicas that may be unavailable. */
export function maxUnavailable(deployment: Deployment): number {
  const { replicas = 1 } = deployment.spec
  if (!isRolling(deployment) || replicas === 0) return 0
  return Math.min(limitsOf(deployment).unavailable, replicas)
}
