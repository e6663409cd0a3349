/**
 * A consistent hash ring: maps keys to shards.
 *
 * Guarantees
 * - The same shards make the same ring, in any order.
 * - A shard that joins only takes keys for itself; one that leaves only gives away its own. No other key moves.
 * - Each shard has four hundred tokens on the ring, so that shares are about equal: the largest of ten is at most a fifth
 *   above the mean, and rarely more than a tenth.
 */
import { xxh64 } from './xxh64.ts'

/**
 * Tokens per shard. The busiest shard limits the capacity of a fleet; with a hundred tokens its share would be too large.
 * See decision 0229.
 */
export const tokensPerShard = 400

/** Not allowed in shard names, so that the tokens of `op-1` and `op-11` never collide. */
const separator = '#'

/** A consistent hash ring that assigns keys to shards. */
export interface HashRing {
  /** The names of the shards, sorted. */
  readonly shards: readonly string[]
  /** The shard that owns `key`; `undefined` if there are no shards. */
  ownerOf(key: string): string | undefined
  /** The owner of a key with this hash, for memoized hashes: hashing costs far more than the lookup. */
  ownerAt(hash: bigint): string | undefined
  /** Position of `key` on the ring and the token that decides; `undefined` if there are no shards. */
  placeOf(key: string): RingPlace | undefined
  /** The shard's fraction of all keys, from 0 to 1. */
  shareOf(shard: string): number
}

/** The position of a key on the ring, and the shard that owns it. */
export interface RingPlace {
  readonly shard: string
  /** Position of the key. */
  readonly hash: bigint
  /** The first token at or after the key; smaller than `hash` where the ring wraps around. */
  readonly token: bigint
}

interface Token {
  readonly at: bigint
  readonly shard: string
}

/**
 * A consistent-hash ring of these shards: which shard owns a key.
 *
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

/** Memoized: shards that come and go recreate the same few rings. */
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
/** A bound for fleets whose shard names change for ever; usual fleets are much smaller. */
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

/** Two tokens at the same position are possible, if unlikely: then the name decides, the same way for every process. */
function inOrder(one: Token, two: Token): number {
  if (one.at !== two.at) return one.at < two.at ? -1 : 1
  return one.shard < two.shard ? -1 : 1
}

/** The first token at or after `hash`; wraps around after the last one. */
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

/** The fraction of each shard: the ranges that end at its tokens. */
function sharesOf(tokens: readonly Token[]): ReadonlyMap<string, number> {
  const sums = new Map<string, bigint>()
  let before = (tokens.at(-1)?.at ?? 0n) - circle
  for (const { at, shard } of tokens) {
    sums.set(shard, (sums.get(shard) ?? 0n) + at - before)
    before = at
  }
  return new Map([...sums].map(([shard, sum]) => [shard, Number((sum * 1_000_000n) / circle) / 1_000_000]))
}
