/** Leadership of this process, under client-go's metric name. */
import { gaugeOf, type MetricSource } from '@kubewright/core/metrics'
import type { Coordination, Coordinator } from '@kubewright/lease'

/** No family without a lease. */
export function leaderMetrics({ lease }: Coordination, coordinator: Pick<Coordinator, 'standing'>): MetricSource {
  return {
    collect() {
      if (lease === undefined) return []
      const head = {
        name: 'leader_election_master_status',
        help: 'Whether this process is the leader: 1, or 0 for a standby.',
        labelNames: ['name'],
      }
      return [gaugeOf(head, [[[lease.name], coordinator.standing.isActing ? 1 : 0]])]
    },
  }
}
