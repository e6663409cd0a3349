/**
 * An IPv4 network, such as `10.244.0.0/16`.
 *
 * Two networks are either disjoint, or one contains the other: all of this folder relies on that.
 */
import { addressError, formatIpv4, tryParseIpv4 } from './ipv4.ts'

/** An IPv4 network as numbers: its address and prefix length. */
export interface Cidr {
  /** The network address; its host bits are zero. */
  readonly base: number
  /** The prefix length, from 0 to 32. */
  readonly bits: number
}

/**
 * Parses a network. The host bits must be zero: `10.244.1.5/16` is rejected rather than rounded, because it may be a typo for
 * `10.244.1.5/32`.
 *
 * @example
 * ```ts
 * formatCidr(parseCidr('10.244.0.0/16')) // => '10.244.0.0/16'
 * ```
 */
export function parseCidr(text: string): Cidr {
  const slash = typeof text === 'string' ? text.indexOf('/') : -1
  const base = slash < 0 ? undefined : tryParseIpv4(text.slice(0, slash))
  const bits = slash < 0 ? undefined : parsePrefixLength(text.slice(slash + 1))
  if (base === undefined || bits === undefined) throw addressError(text, "an IPv4 network such as '10.244.0.0/16'")
  const network = networkOf(base, bits)
  if (network.base !== base)
    throw addressError(text, `a network; the network of that address is ${formatCidr(network)}`)
  return network
}

/** The network of prefix length `bits` that contains `address`. */
export function networkOf(address: number, bits: number): Cidr {
  return { base: (address & maskOf(bits)) >>> 0, bits }
}

/** The network in CIDR notation: `10.244.0.0/16`. */
export function formatCidr(cidr: Cidr): string {
  return `${formatIpv4(cidr.base)}/${cidr.bits}`
}

/** Like {@link formatCidr}, but a single address has no prefix length, as `ip` and `nft` print it. */
export function formatDestination(cidr: Cidr): string {
  return cidr.bits === 32 ? formatIpv4(cidr.base) : formatCidr(cidr)
}

export function isSameCidr(one: Cidr, other: Cidr): boolean {
  return one.base === other.base && one.bits === other.bits
}

/** Whether all of `inner` is in `outer`. */
export function containsCidr(outer: Cidr, inner: Cidr): boolean {
  return inner.bits >= outer.bits && networkOf(inner.base, outer.bits).base === outer.base
}

/** Whether the two networks have an address in common. */
export function overlaps(one: Cidr, other: Cidr): boolean {
  return one.bits <= other.bits ? containsCidr(one, other) : containsCidr(other, one)
}

/** By network address, then the larger network first. */
export function compareCidrs(one: Cidr, other: Cidr): number {
  return one.base - other.base || one.bits - other.bits
}

/** The same addresses without networks that are part of another one, sorted. */
export function withoutContained(cidrs: readonly Cidr[]): Cidr[] {
  const kept: Cidr[] = []
  for (const cidr of cidrs.toSorted(compareCidrs)) {
    const last = kept.at(-1)
    if (!last || !containsCidr(last, cidr)) kept.push(cidr)
  }
  return kept
}

/**
 * `address` translated from the network `from` to `to`: the prefix changes, the host bits stay. Both networks have the same prefix length.
 */
export function translateAddress(address: number, from: Cidr, to: Cidr): number {
  return (to.base + (address - from.base)) >>> 0
}

/** The first address that is not the network address; for /31 and /32 the network address itself. */
export function firstHost(cidr: Cidr): number {
  return cidr.bits >= 31 ? cidr.base : cidr.base + 1
}

function maskOf(bits: number): number {
  return bits === 0 ? 0 : -1 << (32 - bits)
}

function parsePrefixLength(text: string): number | undefined {
  return /^(3[0-2]|[12]?\d)$/.test(text) ? Number(text) : undefined
}
