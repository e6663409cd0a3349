/** What all parts of a replicator share. */
import type { Client } from '@kubewright/client'
import type { Clock, Duration, Logger, Random } from '@kubewright/core'

export interface ReplicatorParts {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly freezes: boolean
  /** The identity of the home cluster. */
  readonly origin: string
  /** Of the home cluster; the cache knows what it writes. */
  readonly homeClient: Client
  readonly workersPerPeer: number
  readonly recheck: Duration
  readonly unreachableAfter: Duration
  readonly retryMax: Duration
}
