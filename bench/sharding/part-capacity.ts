/**
 * How many changes a second fleets of one to five shards sustain within both service levels, each shard limited to the same
 * fraction of a core. A search holds levels of load for some seconds each and finds the highest that meets them.
 */
import { hashRing, partitionKey } from '@kubewright/sharding'
import { Website } from 'webhosting-operator'
import { findCapacity } from './capacity-search.ts'
import type { CpuQuotas } from './cpu-quota.ts'
import type { Level } from './load/population.ts'
import { MeasuredFleet } from './measured-fleet.ts'
import { progress } from './progress.ts'

export interface CapacityOptions {
  readonly counts: readonly number[]
  /** Undefined if the machine does not support limits. */
  readonly quotas: CpuQuotas | undefined
  /** The fraction of a core for each shard. */
  readonly share: number
  readonly websitesPerShard: number
  readonly levelSeconds: number
}

export interface Capacity {
  readonly shards: number
  readonly websites: number
  /** Changes a second. */
  readonly perSecond: number
  /** The largest part of the websites on one shard; its inverse is the upper bound of the speed-up. */
  readonly largestPart: number
  /** CPU usage at the highest level that was met, each in cores. */
  readonly cores: {
    readonly server: number
    readonly load: number
    readonly sharder: number
    readonly busiestShard: number
  }
}

/** Changes a second of one shard, for the first guess. */
const firstGuess = 10
/** With few shards there are few changes, of which one in a hundred may be late: they are observed for longer. */
const leastChanges = 200

export async function measureCapacity(options: CapacityOptions): Promise<readonly Capacity[]> {
  const found: Capacity[] = []
  for (const shards of options.counts) {
    const one = found[0]
    const guess = one === undefined ? firstGuess * shards : one.perSecond * one.largestPart
    found.push(await measureOne(options, shards, { guess, isFirst: one === undefined }))
  }
  return found
}

interface Guess {
  /** For the first fleet its load; for the others the load of its busiest shard. */
  readonly guess: number
  readonly isFirst: boolean
}

async function measureOne(options: CapacityOptions, shards: number, { guess, isFirst }: Guess): Promise<Capacity> {
  const { quotas, share, websitesPerShard, levelSeconds } = options
  const websites = websitesPerShard * shards
  await using fleet = await MeasuredFleet.start({
    roles: [...Array.from({ length: shards }, () => 'shard' as const), 'sharder'],
    ...(quotas === undefined ? {} : { limit: { quotas, share } }),
  })
  await fleet.population.grow(websites)
  await warmUp(fleet, shards)
  const largestPart = largestPartOf(fleet)
  progress(`${shards} shards, ${websites} websites; the busiest has ${(largestPart * 100).toFixed(1)} % of them`)
  let cores: Capacity['cores'] = { server: 0, load: 0, sharder: 0, busiestShard: 0 }
  const isCarried = async (load: number) => {
    const meter = fleet.meter()
    fleet.limit(true)
    const level = await fleet.population.hold(
      load,
      Math.max(levelSeconds, Math.min(leastChanges / load, 2 * levelSeconds)),
    )
    const used = meter.cores()
    fleet.limit(false)
    await fleet.population.settled()
    if (level.isKept) cores = coresOf(used)
    progress(describe(level, used))
    return level.isKept
  }
  const perSecond = await findCapacity({
    guess: isFirst ? guess : guess / largestPart,
    step: isFirst ? 1.3 : 1.1,
    precision: isFirst ? 0.02 : 0.03,
    mostTries: isFirst ? 9 : 6,
    isCarried,
  })
  return { shards, websites, perSecond, largestPart, cores }
}

/** Warms up the JIT compiler, which under a CPU limit would take until the end of the measurement. */
async function warmUp({ population }: MeasuredFleet, shards: number): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await population.hold(30 * shards, 2)
    await population.settled()
  }
}

function largestPartOf({ population, shards }: MeasuredFleet): number {
  const ring = hashRing(shards.map(({ name }) => name))
  const counts = new Map<string, number>()
  for (const site of population.sites) {
    const owner = ring.ownerOf(partitionKey(Website, site))!
    counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  return Math.max(...counts.values()) / population.sites.length
}

function coresOf(used: Readonly<Record<string, number>>): Capacity['cores'] {
  const shards = Object.entries(used).filter(([name]) => name.startsWith('replica-'))
  const { server = 0, load = 0 } = used
  return { server, load, sharder: used['sharder-0'] ?? 0, busiestShard: Math.max(...shards.map(([, cores]) => cores)) }
}

function describe({ perSecond, queueP99, readyP99, isKept }: Level, used: Readonly<Record<string, number>>): string {
  const { server, load, busiestShard } = coresOf(used)
  const seconds = (value: number | null) => (value === null ? '–' : `${value.toFixed(2)} s`)
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  return (
    `  ${perSecond.toFixed(1).padStart(6)} changes/s: queue ${seconds(queueP99)}, ready ${seconds(readyP99)}, ` +
    `${isKept ? 'kept  ' : 'broken'}  (busiest shard ${percent(busiestShard)}, server ${percent(server)}, load ${percent(load)})`
  )
}
