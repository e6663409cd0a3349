/**
 * XXH64, the hash of the ring: fast, and the same on every machine and in every language, so that a ring can be verified
 * independently. Not cryptographic: names can be chosen to collide.
 */

const mask = (1n << 64n) - 1n
const prime1 = 0x9e3779b185ebca87n
const prime2 = 0xc2b2ae3d27d4eb4fn
const prime3 = 0x165667b19e3779f9n
const prime4 = 0x85ebca77c2b2ae63n
const prime5 = 0x27d4eb2f165667c5n

const encoder = new TextEncoder()

/**
 * The hash of `text` in UTF-8, with seed 0.
 *
 * @example
 * ```ts
 * xxh64('').toString(16) // => 'ef46db3751d8e999'
 * xxh64('apps/Deployment/bar/foo').toString(16) // => '82cb424099458184'
 * ```
 */
export function xxh64(text: string): bigint {
  const bytes = encoder.encode(text)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { hash, offset } = stripes(view)
  return avalanche(tail(view, offset, (hash + BigInt(bytes.length)) & mask))
}

/** All whole 32-byte stripes, in four lanes. */
function stripes(view: DataView): { readonly hash: bigint; readonly offset: number } {
  if (view.byteLength < 32) return { hash: prime5, offset: 0 }
  const lanes = [(prime1 + prime2) & mask, prime2, 0n, mask & -prime1]
  let offset = 0
  for (; offset + 32 <= view.byteLength; offset += 32) {
    for (let lane = 0; lane < 4; lane++) lanes[lane] = round(lanes[lane]!, view.getBigUint64(offset + lane * 8, true))
  }
  const [one, two, three, four] = lanes as [bigint, bigint, bigint, bigint]
  let hash = (rotate(one, 1n) + rotate(two, 7n) + rotate(three, 12n) + rotate(four, 18n)) & mask
  for (const lane of lanes) hash = ((hash ^ round(0n, lane)) * prime1 + prime4) & mask
  return { hash, offset }
}

/** The remaining bytes: in blocks of eight, then four, then one. */
function tail(view: DataView, from: number, seed: bigint): bigint {
  let [hash, offset] = [seed, from]
  for (; offset + 8 <= view.byteLength; offset += 8) {
    hash = (rotate(hash ^ round(0n, view.getBigUint64(offset, true)), 27n) * prime1 + prime4) & mask
  }
  if (offset + 4 <= view.byteLength) {
    hash = (rotate(hash ^ ((BigInt(view.getUint32(offset, true)) * prime1) & mask), 23n) * prime2 + prime3) & mask
    offset += 4
  }
  for (; offset < view.byteLength; offset++) {
    hash = (rotate(hash ^ ((BigInt(view.getUint8(offset)) * prime5) & mask), 11n) * prime1) & mask
  }
  return hash
}

function avalanche(hash: bigint): bigint {
  const once = ((hash ^ (hash >> 33n)) * prime2) & mask
  const twice = ((once ^ (once >> 29n)) * prime3) & mask
  return twice ^ (twice >> 32n)
}

function round(lane: bigint, input: bigint): bigint {
  return (rotate((lane + input * prime2) & mask, 31n) * prime1) & mask
}

function rotate(value: bigint, by: bigint): bigint {
  return ((value << by) | (value >> (64n - by))) & mask
}
