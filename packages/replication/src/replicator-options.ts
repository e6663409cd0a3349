/** Options of a replicator. */
import type { Client } from '@kubewright/client'
import type { Clock, Duration, Logger } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import type { Replication } from './define-replication.ts'
import type { Peers } from './peers.ts'

/** Options of `createReplicator`. */
export interface ReplicatorOptions {
  /** A client of the home cluster. */
  readonly client: Client
  readonly peers: Peers
  readonly replications: readonly Replication[]
  /** The identity of the home cluster. @default the uid of its namespace kube-system */
  readonly identity?: string
  /** Concurrent originals per peer. @default 4 */
  readonly workersPerPeer?: number
  /** Concurrent status updates of originals. @default 8 */
  readonly homeWorkers?: number
  /** Statuses that come back from each peer in a second; a single object gets one a second. Those in between are skipped. @default 200 */
  readonly statusesPerSecond?: number
  /** How often the identity of an available peer is verified again. @default '5m' */
  readonly recheck?: Duration
  /** How long a peer may be unreachable before its objects report it. @default '30s' */
  readonly unreachableAfter?: Duration
  /** The maximum retry delay of a failed object. @default '1m' */
  readonly retryMax?: Duration
  /** @default none */
  readonly log?: Logger
  /** Freezes cached objects, so that a test detects mutations. @default false */
  readonly freezes?: boolean
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
}
