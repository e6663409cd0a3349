/**
 * What one process has seen of a shard's lease, and since when. Ages are counted on the watcher's own clock from when it saw
 * something change; the times in the lease are the shard's, and nobody compares them with anything.
 */
import type { LeaseRecord } from '@kubewright/lease'
import { sharderHolder } from './names.ts'

/** A lease, as far as the sharder looks at it. */
export interface ShardLease extends LeaseRecord {
  readonly shard: string
  readonly name: string
  /** How long its objects wait for a shard of the same name after it was let go; 0 if not at all. */
  readonly reservedMs: number
  /** How often it was renewed, as its holder counts. */
  readonly renewals: string
  /** The roll call its shard was asked for, and the last one it answered. */
  readonly asked: string
  readonly answered: string
  /** What its label says. */
  readonly label: string
  /** What it works on, as it says. */
  readonly work: string
}

export interface ShardSight {
  readonly shard: string
  /** The lease as it was last seen; nothing if it was never seen, and only objects speak of the shard. */
  readonly lease: ShardLease | undefined
  /** Since when nothing about it changed, as `clock.elapsed()`. */
  readonly since: number
  /** Whether the lease is not there: somebody deleted it. */
  readonly isMissing: boolean
  /** Until then, a process of its name may act that held the lease before, as `clock.elapsed()`. */
  readonly contestedUntil: number
}

/** The same, after the lease was looked at. A sign of life or another holder starts its age anew; what sharders write does not. */
export function see(before: ShardSight | undefined, lease: ShardLease, now: number): ShardSight {
  const isOld =
    before?.lease !== undefined && !before.isMissing && signs.every((one) => before.lease![one] === lease[one])
  const contestedUntil = contestEnd(before, lease)
  return { shard: lease.shard, lease, since: isOld ? before.since : now, isMissing: false, contestedUntil }
}

/** The same, after it was looked for in vain. */
export function miss(before: ShardSight | undefined, shard: string, now: number): ShardSight {
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
 * Another process has the lease, and the one before did not let it go: as when somebody deleted it, and a process that was about to
 * start found none. The one before goes by what it knows until it has noticed.
 */
function contestEnd(before: ShardSight | undefined, { holder }: ShardLease): number {
  const was = before?.lease
  if (was === undefined || was.holder === holder) return before?.contestedUntil ?? -Infinity
  return was.holder === '' || was.holder === sharderHolder ? -Infinity : before!.since + was.durationMs
}

/** Renewals are counted: a clock that stands still writes the same times again. */
const signs = ['uid', 'holder', 'renewTime', 'acquireTime', 'renewals'] as const
