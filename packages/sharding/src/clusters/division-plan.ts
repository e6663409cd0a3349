/**
 * Which clusters a process takes, requests and hands over, decided from the state of their leases.
 *
 * Processes with fewer clusters do the balancing: they send requests, because only they know which clusters they reach. A holder hands
 * a cluster over if it has at least two more than the requesting process. Once there are no requests, no two shares differ by more
 * than one, as far as each process reaches each cluster.
 */
import { xxh64 } from '../ring/xxh64.ts'

/** One cluster, as observed by a process. */
export interface ObservedCluster {
  /** The identity of the cluster. */
  readonly cluster: string
  /** `undefined` if the lease has no holder, or has expired. */
  readonly holder: string | undefined
  /** Whether this process takes part in the division of the cluster and reaches it. */
  readonly isReachable: boolean
  /** The process that requests it. */
  readonly askedBy: string | undefined
  /** Held by this process, which is already handing it over. */
  readonly isLeaving: boolean
  /** Whether it was handed over to another process so recently that the receiver may still take it. */
  readonly isPromised: boolean
}

/** The next actions, by cluster identity. */
export interface DivisionPlan {
  readonly take: readonly string[]
  readonly ask: readonly string[]
  readonly handOver: readonly string[]
  /** Requested, but kept. */
  readonly decline: readonly string[]
}

/** A joining process requests a quarter of its missing share at a time, so that it does not interrupt all work at once. */
const partAskedFor = 4

/** @param self the identity under which this process holds leases */
export function planDivision(self: string, clusters: readonly ObservedCluster[]): DivisionPlan {
  const counts = countByHolder(self, clusters)
  const take = takings(self, clusters, counts)
  return { take, ask: take.length > 0 ? [] : asks(self, clusters, counts), ...answers(self, clusters, counts) }
}

type Counts = ReadonlyMap<string, number>

/** Clusters that are being handed over count for their receiver. */
function countByHolder(self: string, clusters: readonly ObservedCluster[]): Counts {
  const counts = new Map<string, number>([[self, 0]])
  for (const { holder, isLeaving, askedBy } of clusters) {
    const owner = isLeaving ? askedBy : holder
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  return counts
}

/** Takes its share of all clusters, and at least half of the free ones in each round, since other processes may not want them. */
function takings(self: string, clusters: readonly ObservedCluster[], counts: Counts): readonly string[] {
  const free = clusters.filter((one) => one.holder === undefined && one.isReachable && !one.isPromised)
  const share = Math.ceil(clusters.length / counts.size)
  const most = Math.max(share - counts.get(self)!, Math.ceil(free.length / 2))
  const own = free.filter(({ askedBy }) => askedBy === self)
  const others = free.filter(({ askedBy }) => askedBy !== self)
  return [...own, ...inOwnOrder(self, others)].slice(0, most).map(({ cluster }) => cluster)
}

/** A different order for each process, so that processes that start together rarely compete for the same cluster. */
function inOwnOrder(self: string, clusters: readonly ObservedCluster[]): readonly ObservedCluster[] {
  const placed = clusters.map((one) => [xxh64(`${self} ${one.cluster}`), one] as const)
  return placed.sort(([one], [two]) => (one < two ? -1 : 1)).map(([, one]) => one)
}

function asks(self: string, clusters: readonly ObservedCluster[], counts: Counts): readonly string[] {
  const pending = clusters.filter(({ askedBy, holder }) => askedBy === self && holder !== undefined && holder !== self)
  const own = counts.get(self)! + pending.length
  const asked: string[] = []
  for (const [holder, count] of [...counts].sort(([, one], [, two]) => two - one)) {
    const most = Math.ceil(Math.floor((count - own) / 2) / partAskedFor) - pending.length - asked.length
    const open = clusters.filter((one) => one.holder === holder && one.isReachable && one.askedBy === undefined)
    if (holder !== self && most > 0)
      asked.push(
        ...inOwnOrder(self, open)
          .slice(0, most)
          .map(({ cluster }) => cluster),
      )
  }
  return asked
}

function answers(
  self: string,
  clusters: readonly ObservedCluster[],
  given: Counts,
): Pick<DivisionPlan, 'handOver' | 'decline'> {
  const counts = new Map(given)
  const handOver: string[] = []
  const decline: string[] = []
  for (const { cluster, holder, askedBy, isLeaving } of clusters) {
    if (holder !== self || askedBy === undefined || askedBy === self || isLeaving) continue
    const [own, theirs] = [counts.get(self)!, counts.get(askedBy) ?? 0]
    if (own < theirs + 2) {
      decline.push(cluster)
      continue
    }
    handOver.push(cluster)
    counts.set(self, own - 1).set(askedBy, theirs + 1)
  }
  return { handOver, decline }
}
