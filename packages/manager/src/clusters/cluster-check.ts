/** The readiness check of a cluster. */
import { formatDuration } from '@kubewright/core'
import type { HealthNote } from '../health/health-check.ts'
import type { ClusterState } from './manager-clusters.ts'

/** The status a cluster reports. */
export interface ClusterReport {
  readonly state: Pick<ClusterState, 'phase' | 'failure' | 'latencyMs' | 'standing'>
  readonly isRequired: boolean
  /** Problems with its caches and permissions, if it is connected. */
  readonly complaints: readonly string[]
}

/** A response slower than this is reported. */
const slowMs = 2_000

/** Reports a problem as a note, unless the cluster is required for readiness. */
export function clusterAnswer(report: ClusterReport): string | HealthNote | undefined {
  const complaint = complaintOf(report)
  if (complaint === undefined) return report.state.standing && { note: report.state.standing.text }
  return report.isRequired ? complaint : { note: complaint }
}

function complaintOf({ state, complaints }: ClusterReport): string | undefined {
  const { phase, failure, latencyMs = 0 } = state
  const why = failure instanceof Error ? failure.message : String(failure)
  if (phase === 'connecting') return failure === undefined ? 'it has not answered yet' : `it is not connected: ${why}`
  if (phase !== 'connected') return `it is ${phase}: ${why}`
  if (complaints.length > 0) return complaints.join('; ')
  return latencyMs > slowMs ? `it is slow: it took ${formatDuration(Math.round(latencyMs))} to answer` : undefined
}
