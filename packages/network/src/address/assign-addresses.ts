/**
 * Assigns a network to each claim: its own if it is free, otherwise the lowest free one of the same size.
 *
 * A pure function of all claims, so a restart needs no state: earlier assignments are kept exactly, and only then are new claims served, in
 * the order of their names. Prefix lengths never change, because addresses are translated one to one.
 */
import { AddressSpace } from './address-space.ts'
import { type Cidr, compareCidrs, formatCidr, overlaps } from './cidr.ts'

/** A network of a peer that needs an address range in this cluster. */
export interface NetworkClaim {
  /** Unique among the claims; determines the order of service. */
  readonly name: string
  /** The network in the peer's own addresses. */
  readonly wanted: Cidr
  /** The earlier assignment. It is kept. */
  readonly given?: Cidr | undefined
}

export interface AddressRanges {
  /** Pools for translated networks, in order of preference. */
  readonly pools: readonly Cidr[]
  /** Networks in use by this cluster: pods, services, nodes, tunnels. */
  readonly reserved: readonly ReservedNetwork[]
}

export interface ReservedNetwork {
  readonly cidr: Cidr
  /** The user, for messages: `the pods of this cluster`. */
  readonly usedBy: string
}

export type Assignment =
  | { readonly name: string; readonly given: Cidr; readonly problem?: undefined }
  | { readonly name: string; readonly given?: Cidr | undefined; readonly problem: AssignmentProblem }

export interface AssignmentProblem {
  /**
   * - `Exhausted`: no pool has room for a network of this size.
   * - `Conflict`: the earlier assignment overlaps another claim or a reserved network. Nothing is moved automatically, because connections
   *   are open under the old addresses.
   */
  readonly reason: 'Exhausted' | 'Conflict'
  readonly message: string
}

/** Assigns a network to every claim. The order of `claims` is irrelevant; results are in the order of names. */
export function assignAddresses(claims: readonly NetworkClaim[], ranges: AddressRanges): Assignment[] {
  const space = new AddressSpace()
  for (const { cidr } of ranges.reserved) space.take(cidr)
  const sorted = [...claims].sort(byName)
  const kept = keepEarlier(sorted, { space, ranges })
  return sorted.map((claim) => kept.get(claim.name) ?? assignNew(claim, { space, ranges }))
}

interface Served {
  readonly space: AddressSpace
  readonly ranges: AddressRanges
}

/** Earlier assignments are allocated before any new claim is served. */
function keepEarlier(claims: readonly NetworkClaim[], { space, ranges }: Served): Map<string, Assignment> {
  const kept = new Map<string, Assignment>()
  const holders: { readonly name: string; readonly cidr: Cidr }[] = []
  for (const { name, given } of claims) {
    if (!given) continue
    if (space.isFree(given)) {
      space.take(given)
      holders.push({ name, cidr: given })
      kept.set(name, { name, given })
    } else {
      kept.set(name, { name, given, problem: conflictOf(given, [...reservedHolders(ranges), ...holders]) })
    }
  }
  return kept
}

function assignNew({ name, wanted }: NetworkClaim, { space, ranges }: Served): Assignment {
  const given = space.isFree(wanted) ? wanted : firstFree(wanted.bits, { space, ranges })
  if (!given) return { name, problem: exhausted(wanted, ranges) }
  space.take(given)
  return { name, given }
}

function firstFree(bits: number, { space, ranges }: Served): Cidr | undefined {
  for (const pool of ranges.pools) {
    const free = space.lowestFree(bits, pool)
    if (free) return free
  }
  return undefined
}

function reservedHolders({ reserved }: AddressRanges): { name: string; cidr: Cidr }[] {
  return reserved.map(({ usedBy, cidr }) => ({ name: usedBy, cidr }))
}

function conflictOf(given: Cidr, holders: readonly { name: string; cidr: Cidr }[]): AssignmentProblem {
  const other = holders.find(({ cidr }) => overlaps(cidr, given))
  const holder = other ? `${formatCidr(other.cidr)} of ${other.name}` : 'another network'
  return {
    reason: 'Conflict',
    message: `${formatCidr(given)} was assigned earlier and overlaps ${holder}. Unpeer and peer again to get a new network.`,
  }
}

function exhausted(wanted: Cidr, { pools }: AddressRanges): AssignmentProblem {
  const where =
    pools.length === 0 ? 'no pool is configured' : `no /${wanted.bits} is free in ${pools.map(formatCidr).join(', ')}`
  return {
    reason: 'Exhausted',
    message: `${formatCidr(wanted)} overlaps a network in use, and ${where}. Add a pool, or unpeer a cluster.`,
  }
}

function byName(one: NetworkClaim, other: NetworkClaim): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : compareCidrs(one.wanted, other.wanted)
}
