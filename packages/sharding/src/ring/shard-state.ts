/**
 * The five states of a shard, by the time since its last renewal.
 *
 * | state | lease | objects |
 * |---|---|---|
 * | ready | held, renewed within its duration | are its own |
 * | expired | held, not renewed for one duration; or released and reserved | are its own |
 * | uncertain | not renewed for two durations: the sharder acquires it | are its own until then |
 * | dead | released, or held by the sharder | move to other shards once the sharder holds it |
 * | orphaned | dead for its duration and a minute | have moved: the lease is deleted |
 *
 * A deleted lease is treated like one that is not renewed: its shard recreates it, or has ended.
 */
import { sharderHolder } from '../names.ts'
import type { Liveness } from './placement.ts'
import type { ObservedShard } from './observed-shard.ts'

/** All states of a shard, from `orphaned` to `ready`. */
export const shardStates = ['orphaned', 'dead', 'uncertain', 'expired', 'ready'] as const
/** The state of a shard, derived from its lease. */
export type ShardState = (typeof shardStates)[number]

/** For leases without a duration. */
export const defaultDurationMs = 15_000
/** How long a dead shard is shown before its lease is deleted. */
export const orphanAfterMs = 60_000

export interface ShardAssessment {
  readonly state: ShardState
  /** Whether it is on the ring. */
  readonly isAvailable: boolean
  /** Milliseconds until the state changes without further events; `Infinity` if never. */
  readonly changesInMs: number
}

/** Total: every observation has a state, however malformed its lease. */
export function assess(observed: ObservedShard, now: number): ShardAssessment {
  const age = now - observed.since
  return isHeld(observed) ? assessHeld(observed, age) : assessFree(observed, age)
}

/** The duration in the lease. */
export function durationOf({ lease }: Pick<ObservedShard, 'lease'>): number {
  return lease === undefined || !(lease.durationMs > 0) ? defaultDurationMs : lease.durationMs
}

/** Whether the sharder holds the lease, so that no other process acts under this name. */
export function isTaken({ lease, isMissing }: ObservedShard): boolean {
  return !isMissing && lease?.holder === sharderHolder
}

/**
 * Whether the sharder took or renewed the lease so recently that its shard has to wait for at least another whole duration.
 * Objects are reassigned only then: requests in flight arrive before the shard acts again.
 */
export function isFreshlyTaken(observed: ObservedShard, now: number): boolean {
  return isTaken(observed) && now - observed.since < durationOf(observed) / 2
}

/** Whether it is on the ring. A shard that is only named by objects keeps them until its lease was acquired, but gets no more. */
export function isOnRing(observed: ObservedShard, now: number): boolean {
  return observed.lease !== undefined && assess(observed, now).isAvailable
}

/** Whether exactly one process can act under this name: only then it is assigned more objects. */
export function isSettled({ isMissing, contestedUntil }: ObservedShard, now: number): boolean {
  return !isMissing && now >= contestedUntil
}

/** Whether a shard may act; an unknown one may. */
export function livenessOf(observed: ObservedShard | undefined, now: number): Liveness {
  if (observed === undefined) return 'live'
  if (isFreshlyTaken(observed, now)) return 'fenced'
  return isOnRing(observed, now) ? 'live' : 'ending'
}

/**
 * Held by its shard or by an unknown name, released but reserved, or deleted while it was held, which its holder may not know
 * yet.
 */
function isHeld({ lease, isMissing }: ObservedShard): boolean {
  if (isMissing || lease === undefined) return true
  return (lease.holder !== '' && lease.holder !== sharderHolder) || (lease.holder === '' && lease.reservedMs > 0)
}

function assessHeld(observed: ObservedShard, age: number): ShardAssessment {
  const [expiresAt, uncertainAt] = limitsOf(observed)
  if (age < expiresAt) return { state: 'ready', isAvailable: true, changesInMs: expiresAt - age }
  if (age < uncertainAt) return { state: 'expired', isAvailable: true, changesInMs: uncertainAt - age }
  return { state: 'uncertain', isAvailable: true, changesInMs: Infinity }
}

/** A shard that is away but expected back is expired from the start. */
function limitsOf(observed: ObservedShard): readonly [expiresAt: number, uncertainAt: number] {
  const { lease, isMissing } = observed
  const duration = durationOf(observed)
  if (isMissing || lease === undefined) return [0, 2 * duration]
  return lease.holder === '' ? [0, lease.reservedMs] : [duration, 2 * duration]
}

function assessFree(observed: ObservedShard, age: number): ShardAssessment {
  const orphanedAt = durationOf(observed) + orphanAfterMs
  const isOrphaned = age >= orphanedAt
  return {
    state: isOrphaned ? 'orphaned' : 'dead',
    isAvailable: false,
    changesInMs: isOrphaned ? Infinity : orphanedAt - age,
  }
}
