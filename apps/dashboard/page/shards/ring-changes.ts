/** The differences between two states of a ring, as sentences. Pure. */
import type { RingEntry } from '@kubewright/dashboard/topics'

export function changesBetween(before: RingEntry, after: RingEntry): readonly string[] {
  return [
    ...shardChanges(before, after),
    ...leaderChange(before, after),
    ...objectChanges(before, after),
    ...moveChange(before, after),
  ]
}

function shardChanges(before: RingEntry, after: RingEntry): readonly string[] {
  const known = new Map(before.shards.map((one) => [one.shard, one]))
  const left = new Set(known.keys())
  const changes = after.shards.flatMap(({ shard, state }) => {
    left.delete(shard)
    const was = known.get(shard)
    if (was === undefined) return [`${shard} has joined, and is ${state}`]
    return was.state === state ? [] : [`${shard} is ${state}, was ${was.state}`]
  })
  return [...changes, ...[...left].map((shard) => `${shard} has gone`)]
}

function leaderChange(before: RingEntry, after: RingEntry): readonly string[] {
  const [one, two] = [before.leader?.holder, after.leader?.holder]
  return one === two || two === undefined ? [] : [`${two} is the sharder of ${after.ring} now`]
}

function objectChanges(before: RingEntry, after: RingEntry): readonly string[] {
  const [was, is] = [totals(before), totals(after)]
  return [...is].flatMap(([shard, count]) => {
    const more = count - (was.get(shard) ?? 0)
    if (more === 0 || !was.has(shard)) return []
    return [
      `${shard} has ${Math.abs(more)} ${Math.abs(more) === 1 ? 'object' : 'objects'} ${more > 0 ? 'more' : 'fewer'}: ${count}`,
    ]
  })
}

/** Counts only objects that are sharded themselves; owned ones follow their owners. */
function totals({ kinds, shards }: RingEntry): ReadonlyMap<string, number> {
  const counts = new Map(shards.map(({ shard }) => [shard, 0]))
  for (const { objects, isOwned } of kinds) {
    if (isOwned) continue
    for (const [shard, count] of Object.entries(objects)) counts.set(shard, (counts.get(shard) ?? 0) + count)
  }
  return counts
}

function moveChange(before: RingEntry, after: RingEntry): readonly string[] {
  if (before.moving === 0 || after.moving > 0) return []
  return [`every object of ${after.ring} is on its shard again`]
}
