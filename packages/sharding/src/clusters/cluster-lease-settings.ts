/** What all leases of the clusters of one ring have in common. */
import type { Client } from '@kubewright/client'
import type { Clock, Ids, Logger, Random } from '@kubewright/core'
import type { LeaseTiming } from '@kubewright/lease'

export interface ClusterLeaseSettings {
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Logger
  readonly ring: string
  readonly namespace: string
  /** The shard that this process is. */
  readonly shard: string
  readonly timing: LeaseTiming
  /** How long reconciles of a cluster that is handed over may go on. */
  readonly drainWithinMs: () => number
}
