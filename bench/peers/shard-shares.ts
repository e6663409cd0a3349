/** Whether a run was sharded at all, from the labels of its Websites. Pure. */

/** The least part of an equal share that a shard may have. Hashing divides a few Websites unevenly. */
const leastPart = 0.25

/**
 * The share of the shard with most Websites. One process that is not sharded sets no labels and has the share 1.
 *
 * Failure: throws if a Website has no shard, or a shard has less than a quarter of an equal share.
 */
export function largestShare(counts: Readonly<Record<string, number>>, shards: number, websites: number): number {
  const values = Object.values(counts)
  if (shards === 1 && values.length === 0) return 1
  const assigned = values.reduce((sum, count) => sum + count, 0)
  const least = (websites / shards) * leastPart
  if (assigned !== websites || values.length !== shards || values.some((count) => count < least))
    throw new Error(
      `The Websites were not divided among the shards: ${websites} Websites, ${shards} shards, ${JSON.stringify(counts)}`,
    )
  return Math.max(...values) / websites
}
