/** The state shared by all parts of a replicator. */
import type { Client } from '@kubewright/client'
import type { Clock, Duration, Logger } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'

export interface ReplicatorParts {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly freezes: boolean
  /** The identity of the home cluster. */
  readonly origin: string
  /** A client of the home cluster; its writes are tracked by the cache. */
  readonly homeClient: Client
  readonly workersPerPeer: number
  readonly recheck: Duration
  readonly unreachableAfter: Duration
  readonly retryMax: Duration
}
