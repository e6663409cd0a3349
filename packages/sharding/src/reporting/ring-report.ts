/**
 * A ring as seen from the cluster alone: leases, and the marks on objects. Evaluated with the same functions as in the
 * sharder, so that the report matches its behaviour.
 */
import type { Place } from './place-report.ts'
import type { ShardState } from '../ring/shard-state.ts'

/** The state of a ring: its leader, shards, kinds, and objects that have to move. */
export interface RingReport {
  readonly ring: string
  readonly namespace: string
  /** The leading sharder, if there is one. */
  readonly leader: LeaderReport | undefined
  readonly shards: readonly ShardReport[]
  readonly kinds: readonly KindReport[]
  /** Misplaced objects, the longest moving first. */
  readonly moves: readonly Place[]
  /** What could not be read, and the problems that the leader reports, in sentences. */
  readonly problems: readonly string[]
}

/** The holder of the sharder's leader lease, and the age of its last renewal. */
export interface LeaderReport {
  readonly holder: string
  /** Time since its last renewal, by the reader's clock. */
  readonly renewedMsAgo: number
  /** Whether that exceeds the lease duration: unless clocks differ, there is no leader. */
  readonly isLate: boolean
}

/** One shard of a ring: its state, its lease and its share of the keys. */
export interface ShardReport {
  readonly shard: string
  readonly state: ShardState
  /** The state of the shard according to the leading sharder; empty if not evaluated yet. */
  readonly stateByLeader: string
  /** The fraction of the ring that belongs to the shard, from 0 to 1; 0 if it is not on the ring. */
  readonly share: number
  readonly holder: string
  readonly renewedMsAgo: number
  /** How often the holder of its lease changed. */
  readonly transitions: number
}

/** The distribution of the objects of one kind over the shards. */
export interface KindReport {
  /** `Deployment.apps` */
  readonly kind: string
  /** Whether its objects follow their owner. */
  readonly isOwned: boolean
  /** Number of objects that each shard may act on; for owned kinds, that it watches. */
  readonly objects: Readonly<Record<string, number>>
  /** Number of objects without a shard. */
  readonly unassigned: number
}
