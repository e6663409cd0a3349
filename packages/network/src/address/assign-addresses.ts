/**
 * Assigns a network to each claim: its own if it is free and private, otherwise the lowest free one of the same size.
 *
 * A network is announced by another cluster, and every node gets a route to it. So only private addresses are used as announced: a peer
 * must not be able to divert traffic to the metadata service of a cloud, or to public addresses.
 *
 * A pure function of all claims, so a restart needs no state: earlier assignments are kept exactly, and only then are new claims served, in
 * the order of their names. Prefix lengths never change, because addresses are translated one to one.
 *
 * See decisions 0340 and 0352.
 */
import { AddressSpace } from './address-space.ts'
import { type Cidr, compareCidrs, containsCidr, formatCidr, overlaps, parseCidr } from './cidr.ts'

/** A network of a peer that needs an address range in this cluster. */
export interface NetworkClaim {
  /** Unique among the claims; determines the order of service. */
  readonly name: string
  /** The network in the peer's own addresses. */
  readonly wanted: Cidr
  /** The earlier assignment. It is kept. */
  readonly given?: Cidr | undefined
  /** When it was claimed first (RFC 3339). Of two earlier assignments that overlap, the older claim keeps its own. */
  readonly since?: string | undefined
}

/** The address ranges of a cluster for `assignAddresses`: pools to assign from, and networks to leave alone. */
export interface AddressRanges {
  /** Pools for translated networks, in order of preference. */
  readonly pools: readonly Cidr[]
  /** Networks in use by this cluster: pods, services, nodes, tunnels. */
  readonly reserved: readonly ReservedNetwork[]
  /**
   * Networks that no new assignment may contain, such as the addresses of peers' gateways: a route to a network with the gateway in it
   * would lead the tunnel into itself. Earlier assignments are kept, so that a peer cannot invalidate those of others.
   *
   * @default none
   */
  readonly avoided?: readonly Cidr[]
}

/** RFC 1918, and the shared address space of RFC 6598. */
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'].map(parseCidr)

/** A network that is in use and never assigned to a peer. */
export interface ReservedNetwork {
  readonly cidr: Cidr
  /** The user, for messages: `the pods of this cluster`. */
  readonly usedBy: string
}

/** The network assigned to a claim, or the reason why it cannot be used. */
export type Assignment =
  | { readonly name: string; readonly given: Cidr; readonly problem?: undefined }
  | { readonly name: string; readonly given?: Cidr | undefined; readonly problem: AssignmentProblem }

/** Why a claim has no usable network. */
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
  for (const cidr of ranges.avoided ?? []) space.take(cidr)
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
  for (const { name, given } of [...claims].sort(byAge)) {
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
  const isUsable = mayBeUsed(wanted, ranges) && space.isFree(wanted)
  const given = isUsable ? wanted : firstFree(wanted.bits, { space, ranges })
  if (!given) return { name, problem: exhausted(wanted, ranges) }
  space.take(given)
  return { name, given }
}

/** Whether a network may have the addresses that its cluster announced. */
function mayBeUsed(wanted: Cidr, { pools }: Pick<AddressRanges, 'pools'>): boolean {
  return [...privateNetworks, ...pools].some((allowed) => containsCidr(allowed, wanted))
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
  const why = mayBeUsed(wanted, { pools }) ? 'overlaps a network in use' : 'is not a private network'
  return {
    reason: 'Exhausted',
    message: `${formatCidr(wanted)} ${why}, and ${where}. Add a pool, or unpeer a cluster.`,
  }
}

/** A claim without a time is later than all others. The order of names decides between equals. */
function byAge({ since: one = '9999' }: NetworkClaim, { since: other = '9999' }: NetworkClaim): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function byName(one: NetworkClaim, other: NetworkClaim): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : compareCidrs(one.wanted, other.wanted)
}
