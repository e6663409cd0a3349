/**
 * A consistent hash ring: which shard a key belongs to.
 *
 * Guarantees
 * - The same shards make the same ring, in whatever order they are given.
 * - A shard that joins takes keys only for itself; one that leaves gives away only its own. Nothing else moves.
 * - Each shard has four hundred places on the ring, so that shares are about equal: the largest of ten is a fifth above the mean
 *   at most. Seldom more than a tenth.
 */
import { xxh64 } from './xxh64.ts'

/** Places of each shard on the ring. A fleet carries what its busiest shard does, and with a hundred that one has too much. */
export const tokensPerShard = 400

/** Cannot stand in the name of a shard, so that `op-1` and `op-11` never share a place. */
const separator = '#'

export interface HashRing {
  /** The names of the shards, sorted. */
  readonly shards: readonly string[]
  /** Whose `key` is; `undefined` if there are no shards. */
  ownerOf(key: string): string | undefined
  /** Whose the key is that has this hash: hashing takes far longer than finding, and never gives another result. */
  ownerAt(hash: bigint): string | undefined
  /** Where `key` is on the ring, and which place behind it decides; `undefined` if there are no shards. */
  placeOf(key: string): RingPlace | undefined
  /** Which part of all keys is a shard's, from 0 to 1. */
  shareOf(shard: string): number
}

export interface RingPlace {
  readonly shard: string
  /** Where the key is. */
  readonly hash: bigint
  /** The first place of a shard at or behind it; smaller than `hash` where the ring begins again. */
  readonly token: bigint
}

interface Token {
  readonly at: bigint
  readonly shard: string
}

/**
 * @example
 * ```ts
 * const ring = hashRing(['web-0', 'web-1', 'web-2'])
 * ring.ownerOf('web.example.dev/Website/default/blog') === hashRing(['web-2', 'web-1', 'web-0']).ownerOf('web.example.dev/Website/default/blog') // => true
 * hashRing([]).ownerOf('anything') // => undefined
 * ```
 */
export function hashRing(names: Iterable<string>): HashRing {
  const shards = [...new Set(names)].sort()
  const key = JSON.stringify(shards)
  const ring = cachedRings.get(key) ?? makeRing(shards)
  if (cachedRings.size >= mostRings) cachedRings.clear()
  cachedRings.set(key, ring)
  return ring
}

/** Shards that come and go make the same few rings again and again. */
const cachedRings = new Map<string, HashRing>()
const mostRings = 20

function makeRing(shards: readonly string[]): HashRing {
  const tokens = shards.flatMap(tokensOf).sort(inOrder)
  const places = BigUint64Array.from(tokens, ({ at }) => at)
  let shares: ReadonlyMap<string, number> | undefined
  const tokenFor = (hash: bigint) => tokens[firstFrom(places, hash)]
  return {
    shards,
    ownerOf: (key) => tokenFor(xxh64(key))?.shard,
    ownerAt: (hash) => tokenFor(hash)?.shard,
    placeOf: (key) => {
      const hash = xxh64(key)
      const token = tokenFor(hash)
      return token && { shard: token.shard, hash, token: token.at }
    },
    shareOf: (shard) => (shares ??= sharesOf(tokens)).get(shard) ?? 0,
  }
}

const cached = new Map<string, readonly Token[]>()
/** Fleets are small; this only keeps one that changes its names for ever from filling the memory. */
const cachedShards = 1_000

function tokensOf(shard: string): readonly Token[] {
  const known = cached.get(shard)
  if (known !== undefined) return known
  const tokens = Array.from({ length: tokensPerShard }, (_, index) => ({
    at: xxh64(`${shard}${separator}${index}`),
    shard,
  }))
  if (cached.size >= cachedShards) cached.clear()
  cached.set(shard, tokens)
  return tokens
}

/** Two tokens at one place are possible, if hardly ever: then the name decides, for everybody alike. */
function inOrder(one: Token, two: Token): number {
  if (one.at !== two.at) return one.at < two.at ? -1 : 1
  return one.shard < two.shard ? -1 : 1
}

/** The first place at or behind `hash`; behind the last one the ring begins again. */
function firstFrom(places: BigUint64Array, hash: bigint): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (places[middle]! < hash) low = middle + 1
    else high = middle
  }
  return low === places.length ? 0 : low
}

const circle = 1n << 64n

/** The part of each shard: from the place before each of its own, up to that one. */
function sharesOf(tokens: readonly Token[]): ReadonlyMap<string, number> {
  const sums = new Map<string, bigint>()
  let before = (tokens.at(-1)?.at ?? 0n) - circle
  for (const { at, shard } of tokens) {
    sums.set(shard, (sums.get(shard) ?? 0n) + at - before)
    before = at
  }
  return new Map([...sums].map(([shard, sum]) => [shard, Number((sum * 1_000_000n) / circle) / 1_000_000]))
}
