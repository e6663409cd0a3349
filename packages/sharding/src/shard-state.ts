/**
 * The five states of a shard, by how long nothing was heard of it.
 *
 * | state | lease | objects |
 * |---|---|---|
 * | ready | held, renewed within its duration | are its own |
 * | expired | held, not renewed for one duration; or let go and reserved | are its own |
 * | uncertain | not renewed for two durations: the sharder acquires it | are its own until then |
 * | dead | let go, or held by the sharder | go to others once the sharder holds it |
 * | orphaned | dead for its duration and a minute | have gone: the lease is deleted |
 *
 * A lease that somebody deleted is treated like one that is not renewed: its shard makes it anew, or has ended.
 */
import { sharderHolder } from './names.ts'
import type { Standing } from './placement.ts'
import type { ShardSight } from './shard-sight.ts'

export const shardStates = ['orphaned', 'dead', 'uncertain', 'expired', 'ready'] as const
export type ShardState = (typeof shardStates)[number]

/** For leases that do not say how long they last. */
export const defaultDurationMs = 15_000
/** For how long a dead shard is shown before its lease is deleted. */
export const orphanAfterMs = 60_000

export interface JudgedShard {
  readonly state: ShardState
  /** Whether it has a place on the ring. */
  readonly isAvailable: boolean
  /** In how many milliseconds the state changes if nothing is heard; `Infinity` if never. */
  readonly changesInMs: number
}

/** Total: every sight has a state, however odd its lease. */
export function judge(sight: ShardSight, now: number): JudgedShard {
  const age = now - sight.since
  return isHeld(sight) ? judgeHeld(sight, age) : judgeFree(sight, age)
}

/** How long the lease lasts, as its holder says. */
export function durationOf({ lease }: Pick<ShardSight, 'lease'>): number {
  return lease === undefined || !(lease.durationMs > 0) ? defaultDurationMs : lease.durationMs
}

/** Whether the sharder holds it, so that nobody else acts under its name. */
export function isTaken({ lease, isMissing }: ShardSight): boolean {
  return !isMissing && lease?.holder === sharderHolder
}

/**
 * Whether the sharder took or renewed it so lately that its shard must wait for a whole duration yet. Objects are given to
 * others only then: a request that is under way meanwhile arrives before the shard acts again.
 */
export function isFreshlyTaken(sight: ShardSight, now: number): boolean {
  return isTaken(sight) && now - sight.since < durationOf(sight) / 2
}

/** Whether it has a place on the ring. One of which only objects speak keeps them until its lease was acquired, but gets no more. */
export function isOnRing(sight: ShardSight, now: number): boolean {
  return sight.lease !== undefined && judge(sight, now).isAvailable
}

/** Whether exactly one process can be acting under its name: only then it is given more. */
export function isSettled({ isMissing, contestedUntil }: ShardSight, now: number): boolean {
  return !isMissing && now >= contestedUntil
}

/** How far a shard is from acting; one nobody has looked for yet may be. */
export function standingOf(sight: ShardSight | undefined, now: number): Standing {
  if (sight === undefined) return 'acts'
  if (isFreshlyTaken(sight, now)) return 'over'
  return isOnRing(sight, now) ? 'acts' : 'ends'
}

/** Held by its shard; by a name nobody knows; or gone while it was held, so that its holder does not know yet. */
function isHeld({ lease, isMissing }: ShardSight): boolean {
  if (isMissing || lease === undefined) return true
  return (lease.holder !== '' && lease.holder !== sharderHolder) || (lease.holder === '' && lease.reservedMs > 0)
}

function judgeHeld(sight: ShardSight, age: number): JudgedShard {
  const [expiresAt, uncertainAt] = limitsOf(sight)
  if (age < expiresAt) return { state: 'ready', isAvailable: true, changesInMs: expiresAt - age }
  if (age < uncertainAt) return { state: 'expired', isAvailable: true, changesInMs: uncertainAt - age }
  return { state: 'uncertain', isAvailable: true, changesInMs: Infinity }
}

/** A shard that is away, but expected back, is expired from the start. */
function limitsOf(sight: ShardSight): readonly [expiresAt: number, uncertainAt: number] {
  const { lease, isMissing } = sight
  const duration = durationOf(sight)
  if (isMissing || lease === undefined) return [0, 2 * duration]
  return lease.holder === '' ? [0, lease.reservedMs] : [duration, 2 * duration]
}

function judgeFree(sight: ShardSight, age: number): JudgedShard {
  const orphanedAt = durationOf(sight) + orphanAfterMs
  const isOrphaned = age >= orphanedAt
  return {
    state: isOrphaned ? 'orphaned' : 'dead',
    isAvailable: false,
    changesInMs: isOrphaned ? Infinity : orphanedAt - age,
  }
}
