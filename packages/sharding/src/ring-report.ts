/**
 * A ring as somebody sees it who looks at the cluster alone: leases, and the marks on objects. Judged by the same functions
 * as the sharder's, so that what is shown is what it does.
 */
import type { Place } from './place-report.ts'
import type { ShardState } from './shard-state.ts'

export interface RingReport {
  readonly ring: string
  readonly namespace: string
  /** Who shares the work out; nothing if nobody does. */
  readonly leader: LeaderReport | undefined
  readonly shards: readonly ShardReport[]
  readonly kinds: readonly KindReport[]
  /** Objects that are not where they belong, the longest on their way first. */
  readonly moves: readonly Place[]
  /** What could not be found out, and what the leader says is wrong, in sentences. */
  readonly problems: readonly string[]
}

export interface LeaderReport {
  readonly holder: string
  /** How long ago it said that it lives, by the clock of whoever looks. */
  readonly renewedMsAgo: number
  /** Whether that is longer than its lease lasts: unless clocks differ, nobody shares the work out. */
  readonly isLate: boolean
}

export interface ShardReport {
  readonly shard: string
  readonly state: ShardState
  /** What the leading sharder says of it; empty if it has not looked yet. */
  readonly stateByLeader: string
  /** The part of the ring that is its own, from 0 to 1; 0 if it has no place there. */
  readonly share: number
  readonly holder: string
  readonly renewedMsAgo: number
  /** How often its lease changed hands. */
  readonly transitions: number
}

export interface KindReport {
  /** `Deployment.apps` */
  readonly kind: string
  /** Whether its objects go where their owner goes. */
  readonly isOwned: boolean
  /** How many objects each shard may act on; of owned ones, follows. */
  readonly objects: Readonly<Record<string, number>>
  /** How many have no shard. */
  readonly unassigned: number
}
