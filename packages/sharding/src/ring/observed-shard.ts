/**
 * A process's observation of a shard's lease, and since when it is unchanged. Ages are measured on the observer's own clock
 * from the last observed change; the times in the lease are from the shard's clock, and are never compared.
 */
import { sharderHolder } from '../names.ts'
import type { ShardLease } from './shard-lease.ts'

export interface ObservedShard {
  readonly shard: string
  /** The last observed lease; `undefined` if there was none, and only objects name the shard. */
  readonly lease: ShardLease | undefined
  /** Since when it is unchanged, as `clock.elapsed()`. */
  readonly since: number
  /** Whether the lease was deleted. */
  readonly isMissing: boolean
  /** Until when the former holder of the lease may still act under this name, as `clock.elapsed()`. */
  readonly contestedUntil: number
}

/** The observation after reading the lease. A renewal or a new holder resets its age; writes by sharders do not. */
export function observeLease(before: ObservedShard | undefined, lease: ShardLease, now: number): ObservedShard {
  const isOld =
    before?.lease !== undefined && !before.isMissing && signs.every((one) => before.lease![one] === lease[one])
  const contestedUntil = contestEnd(before, lease)
  return { shard: lease.shard, lease, since: isOld ? before.since : now, isMissing: false, contestedUntil }
}

/** The observation after the lease was not found. */
export function observeAbsence(before: ObservedShard | undefined, shard: string, now: number): ObservedShard {
  if (before?.isMissing) return before
  return {
    shard,
    lease: before?.lease,
    since: now,
    isMissing: true,
    contestedUntil: before?.contestedUntil ?? -Infinity,
  }
}

/**
 * Another process has the lease, although its former holder did not release it: for example, the lease was deleted and a
 * starting process found none. The former holder continues until it notices.
 */
function contestEnd(before: ObservedShard | undefined, { holder }: ShardLease): number {
  const was = before?.lease
  if (was === undefined || was.holder === holder) return before?.contestedUntil ?? -Infinity
  return was.holder === '' || was.holder === sharderHolder ? -Infinity : before!.since + was.durationMs
}

/** Renewals are counted, because a stopped clock writes the same times again. */
const signs = ['uid', 'holder', 'renewTime', 'acquireTime', 'renewals'] as const
