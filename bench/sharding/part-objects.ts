/**
 * A fleet of three shards with a growing number of websites: the cost of the sharder, the memory of a shard, and the time to
 * add a fourth shard and to recover from a killed one. Without CPU limits.
 */
import { hashRing, partitionKey } from '@kubewright/sharding'
import { sleep, systemClock } from '@kubewright/core'
import { Website } from 'webhosting-operator'
import type { Replica } from './load/fleet.ts'
import { MeasuredFleet } from './measured-fleet.ts'
import { cpuMsOf, residentBytesOf } from './process-usage.ts'
import { progress } from './progress.ts'

export interface ObjectsOptions {
  /** The final number of websites. */
  readonly websites: number
  /** The number of websites when shards come and go. With their children they are five times as many objects. */
  readonly moving: number
  readonly levelSeconds: number
  /** Changes a second while the sharder is measured; one in twelve is a creation. */
  readonly perSecond: number
}

/** The cost of the sharder with this many websites under the same load. */
export interface SharderCost {
  readonly websites: number
  /** In cores. */
  readonly sharder: number
  readonly shards: number
  readonly server: number
}

/** Bytes after a garbage collection, and the resident set size. */
export interface MemoryUse {
  readonly held: number
  readonly resident: number
}

export interface ScaleOut {
  readonly websites: number
  /** Websites that moved to the new shard, and those that the ring assigned to it. */
  readonly moved: number
  readonly wanted: number
  /** Websites that moved unnecessarily. */
  readonly astray: number
  /** From the first requested move. */
  readonly seconds: number
  /** From the start of the process. */
  readonly secondsFromStart: number
}

export interface Resumed {
  readonly websites: number
  readonly ofKilled: number
  /** Until all websites had another shard, and a hundred that were changed in the meantime were ready. */
  readonly seconds: number
}

export interface ObjectsReport {
  readonly costs: readonly SharderCost[]
  /** The largest of the three shards. */
  readonly shard: MemoryUse
  readonly largestPart: number
  /** A shard without websites. */
  readonly empty: MemoryUse
  readonly unsharded: MemoryUse
  readonly scaleOut: ScaleOut
  readonly killed: Resumed
}

export async function measureObjects(options: ObjectsOptions): Promise<ObjectsReport> {
  await using fleet = await MeasuredFleet.start({ roles: ['shard', 'shard', 'shard', 'sharder'] })
  const empty = await memoryOf(fleet, fleet.shards[0]!)
  const costs: SharderCost[] = []
  for (const websites of [Math.round(options.moving / 3), options.moving]) {
    costs.push(await costWith(fleet, websites, options))
  }
  const scaleOut = await measureScaleOut(fleet)
  const killed = await measureKill(fleet, fleet.shards[0]!) // leaves three
  if (options.websites > options.moving) costs.push(await costWith(fleet, options.websites, options))
  const shard = await measureShards(fleet, options)
  const largestPart = largestPartOf(fleet)
  const unsharded = await measureUnsharded(fleet, options)
  return { costs, empty, shard, largestPart, unsharded, scaleOut, killed }
}

async function costWith(fleet: MeasuredFleet, websites: number, options: ObjectsOptions): Promise<SharderCost> {
  await fleet.population.grow(websites)
  await fleet.population.hold(options.perSecond, 3)
  await fleet.population.settled()
  return await costOf(fleet, options)
}

/** The original's basic scenario has twelve changes for each creation, too. */
async function costOf(
  fleet: MeasuredFleet,
  { levelSeconds: seconds, perSecond }: ObjectsOptions,
): Promise<SharderCost> {
  const { population } = fleet
  const websites = population.sites.length
  const meter = fleet.meter()
  await Promise.all([
    population.hold(perSecond, seconds),
    population.growSlowly(Math.round((perSecond / 12) * seconds), perSecond / 12),
  ])
  const used = meter.cores()
  await population.settled()
  const shards = fleet.shards.reduce((sum, { name }) => sum + used[name]!, 0)
  const cost = { websites, sharder: used['sharder-0']!, shards, server: used['server']! }
  progress(
    `${websites} websites: sharder ${percent(cost.sharder)} of a core, shards ${percent(shards)}, server ${percent(cost.server)}`,
  )
  return cost
}

/**
 * The memory of the largest shard. Each is restarted, like the unsharded operator it is compared with: an initial list of
 * everything leaves a larger heap behind than single events.
 */
async function measureShards(fleet: MeasuredFleet, { perSecond, levelSeconds }: ObjectsOptions): Promise<MemoryUse> {
  for (const shard of fleet.shards) {
    const again = await fleet.fleet.restart(shard)
    await quiet(again.process.pid!)
  }
  await fleet.population.hold(perSecond, levelSeconds)
  await fleet.population.settled()
  const uses: MemoryUse[] = []
  for (const shard of fleet.shards) uses.push(await memoryOf(fleet, shard))
  progress(
    `memory of shards: ${uses.map(({ held, resident }) => `${mib(held)} (${mib(resident)} resident)`).join(', ')}`,
  )
  return uses.reduce((most, use) => (use.held > most.held ? use : most))
}

async function memoryOf(fleet: MeasuredFleet, replica: Replica): Promise<MemoryUse> {
  const { heapUsed, external } = await fleet.memoryOf(replica)
  return { held: heapUsed + external, resident: residentBytesOf(replica.process.pid!) }
}

/** The same operator without shards, on the same websites, after it has reconciled all of them and handled the same load. */
async function measureUnsharded(fleet: MeasuredFleet, { perSecond, levelSeconds }: ObjectsOptions): Promise<MemoryUse> {
  for (const replica of fleet.fleet.replicas) fleet.fleet.kill(replica)
  const alone = await fleet.fleet.addReplica('alone')
  await quiet(alone.process.pid!)
  await fleet.population.hold(perSecond, levelSeconds)
  await fleet.population.settled()
  const use = await memoryOf(fleet, alone)
  progress(`memory without shards: ${mib(use.held)} (${mib(use.resident)} resident)`)
  return use
}

/** Resolves once a process has used less than a tenth of a core for two seconds. */
async function quiet(pid: number): Promise<void> {
  for (let calm = 0; calm < 4; ) {
    const before = cpuMsOf(pid)
    await sleep(systemClock, '500ms')
    calm = cpuMsOf(pid) - before < 50 ? calm + 1 : 0
  }
}

async function measureScaleOut(fleet: MeasuredFleet): Promise<ScaleOut> {
  const before = new Map(fleet.owners())
  const names = fleet.shards.map(({ name }) => name)
  const started = performance.now()
  let asked: number | undefined
  const watching = fleet.population.subscribe(() => (asked ??= performance.now()))
  const meter = fleet.meter()
  const added = await fleet.fleet.addReplica('shard')
  const ring = hashRing([...names, added.name])
  const wanted = fleet.population.sites.filter(
    (site) => ring.ownerOf(partitionKey(Website, site)) === added.name,
  ).length
  const ended = await until(() => ownedBy(fleet, added.name) >= wanted, 180_000)
  watching[Symbol.dispose]()
  const used = meter.cores()
  await sleep(systemClock, '2s') // time for unnecessary moves to show
  const now = fleet.owners()
  const astray = [...now].filter(([key, owner]) => owner !== before.get(key) && owner !== added.name).length
  const moved = ownedBy(fleet, added.name)
  const result = {
    websites: fleet.population.sites.length,
    moved,
    wanted,
    astray,
    seconds: (ended - (asked ?? started)) / 1_000,
    secondsFromStart: (ended - started) / 1_000,
  }
  progress(
    `a fourth shard: ${moved} of ${wanted} websites moved in ${result.seconds.toFixed(1)} s ` +
      `(${result.secondsFromStart.toFixed(1)} s with its start), ${astray} others; of a core meanwhile: ` +
      Object.entries(used)
        .map(([name, cores]) => `${name} ${percent(cores)}`)
        .join(', '),
  )
  return result
}

function ownedBy(fleet: MeasuredFleet, shard: string): number {
  let count = 0
  for (const owner of fleet.owners().values()) if (owner === shard) count++
  return count
}

/** Kills a shard, changes some of its websites at once, and waits until all have another shard and the changed ones are ready. */
export async function measureKill(fleet: MeasuredFleet, victim: Replica): Promise<Resumed> {
  const { population } = fleet
  const owners = fleet.owners()
  const orphans = population.sites.filter(({ namespace, name }) => owners.get(`${namespace}/${name}`) === victim.name)
  const began = performance.now()
  fleet.fleet.kill(victim)
  for (const site of orphans.slice(0, 100)) await population.change(site)
  await until(() => {
    const now = fleet.owners()
    return orphans.every(({ namespace, name }) => {
      const owner = now.get(`${namespace}/${name}`)
      return owner !== undefined && owner !== victim.name
    })
  }, 120_000)
  await population.settled()
  const seconds = (performance.now() - began) / 1_000
  progress(
    `a shard killed: its ${orphans.length} websites of ${population.sites.length} went on after ${seconds.toFixed(1)} s`,
  )
  return { websites: population.sites.length, ofKilled: orphans.length, seconds }
}

/** The time at which the condition first held. Failure: rejects after a timeout. */
async function until(holds: () => boolean, withinMs: number): Promise<number> {
  const limit = performance.now() + withinMs
  while (!holds()) {
    if (performance.now() > limit) throw new Error(`What was waited for did not happen in ${withinMs / 1_000} s.`)
    await sleep(systemClock, '100ms')
  }
  return performance.now()
}

function largestPartOf(fleet: MeasuredFleet): number {
  return Math.max(...fleet.shards.map(({ name }) => ownedBy(fleet, name))) / fleet.population.sites.length
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
