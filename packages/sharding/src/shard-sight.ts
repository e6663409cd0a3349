/**
 * What one process has seen of a shard's lease, and since when. Ages are counted on the watcher's own clock from when it saw
 * something change; the times in the lease are the shard's, and nobody compares them with anything.
 */
import type { LeaseRecord } from '@kubewright/lease'

/** A lease, as far as the sharder looks at it. */
export interface ShardLease extends LeaseRecord {
  readonly shard: string
  readonly name: string
  /** How long its objects wait for a shard of the same name after it was let go; 0 if not at all. */
  readonly reservedMs: number
  /** The roll call its shard was asked for, and the last one it answered. */
  readonly asked: string
  readonly answered: string
  /** What its label says. */
  readonly label: string
}

export interface ShardSight {
  readonly shard: string
  /** The lease as it was last seen; nothing if it was never seen, and only objects speak of the shard. */
  readonly lease: ShardLease | undefined
  /** Since when nothing about it changed, as `clock.elapsed()`. */
  readonly since: number
  /** Whether the lease is not there: somebody deleted it. */
  readonly isMissing: boolean
}

/**
 * The same, after the lease was looked at. Any change that is not the watcher's own is a sign of life: a clock that stands still
 * may write the same times again, and who is taken for alive too long does no harm.
 *
 * @param isOwn whether the watcher wrote this itself
 */
export function see(before: ShardSight | undefined, lease: ShardLease, now: number, isOwn = false): ShardSight {
  const isOld = before?.lease !== undefined && !before.isMissing && isSame(before.lease, lease, isOwn)
  return { shard: lease.shard, lease, since: isOld ? before.since : now, isMissing: false }
}

/** The same, after it was looked for in vain. */
export function miss(before: ShardSight | undefined, shard: string, now: number): ShardSight {
  if (before?.isMissing) return before
  return { shard, lease: before?.lease, since: now, isMissing: true }
}

function isSame(one: ShardLease, two: ShardLease, isOwn: boolean): boolean {
  if (one.uid !== two.uid) return false
  return isOwn
    ? one.holder === two.holder && one.renewTime === two.renewTime
    : one.resourceVersion === two.resourceVersion
}
