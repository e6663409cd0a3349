/** Settings shared by all cluster leases of one ring. */
import type { Client } from '@kubewright/client'
import type { Clock, Logger } from '@kubewright/core'
import type { Ids, Random } from '@kubewright/core/random'
import type { LeaseTiming } from '@kubewright/lease'

export interface ClusterLeaseSettings {
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly log: Logger
  readonly ring: string
  readonly namespace: string
  /** The shard of this process. */
  readonly shard: string
  readonly timing: LeaseTiming
  /** How long reconciles of a cluster that is handed over may continue. */
  readonly drainWithinMs: () => number
}
