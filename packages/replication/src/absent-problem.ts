/** Why a cluster of a manager cannot be a peer, for the condition of its originals. Pure. */
import type { AbsentCluster } from '@kubewright/controller/clusters'
import { isNotFound } from '@kubewright/client'
import { isKubewrightError } from '@kubewright/core'
import { failureOf } from './failure.ts'
import { type Outcome, problem, type ProblemReason } from './outcome.ts'

type Problem = Outcome & { readonly state: 'problem' }

/** `undefined` while the first response is pending. */
export function absentProblem({ phase, failure }: Pick<AbsentCluster, 'phase' | 'failure'>): Problem | undefined {
  if (phase === 'connecting' && failure === undefined) return undefined
  const message = failure instanceof Error ? failure.message : String(failure)
  return problem(reasonOf(phase, failure), message) as Problem
}

function reasonOf(phase: AbsentCluster['phase'], failure: unknown): ProblemReason {
  if (isKubewrightError(failure, 'KW_MANAGER_CLUSTER_IDENTITY')) return 'IdentityMismatch'
  if (isKubewrightError(failure, 'KW_MANAGER_CLUSTER_TWICE')) {
    return failure.details?.['other'] === 'home' ? 'OwnCluster' : 'DuplicateIdentity'
  }
  if (isKubewrightError(failure, 'KW_MANAGER_CLUSTER_LABEL') || isNotFound(failure)) return 'TenantMissing'
  if (phase === 'refused') return 'ConnectionInvalid'
  return failureOf(failure).reason ?? 'Unreachable'
}
