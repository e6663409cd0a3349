/**
 * Limits processes to a fraction of a core with Linux control groups, v1 or v2. Groups are created for a measurement and
 * removed after it.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A group of processes with a CPU limit that can be lifted. Disposing it removes the limit for good. */
export interface CpuQuota extends Disposable {
  /** Adds a process. Its later children are limited too. */
  hold(pid: number): void
  /** Lifts the limit, or sets it again. */
  limit(isLimited: boolean): void
  /** How long its processes were throttled, in milliseconds. */
  readonly throttledMs: number
}

export interface CpuQuotas {
  /** The mechanism, for the report. */
  readonly mechanism: string
  /** @param share fraction of one core: 0.1 is a tenth */
  make(name: string, share: number): CpuQuota
}

/** A twentieth of a second: a process that used up its share waits for milliseconds only. */
const periodUs = 50_000

/** The mount points of v1 and v2 control groups, in order of preference. */
const roots = { v1: '/sys/fs/cgroup/cpu', v2: '/sys/fs/cgroup' }

/** The quotas of this machine, or a sentence that explains why there are none. */
export function findCpuQuotas(): CpuQuotas | string {
  const refusals: string[] = []
  for (const groups of [new GroupsV1(), new GroupsV2()]) {
    const found = tryOut(groups)
    if (typeof found !== 'string') return found
    refusals.push(found)
  }
  return refusals.join('; ')
}

function tryOut(groups: Groups): CpuQuotas | string {
  try {
    groups.make(`kubewright-try-${process.pid}`, 0.5)[Symbol.dispose]()
    return groups
  } catch (error) {
    return `${groups.mechanism}: ${error instanceof Error ? error.message : String(error)}`
  }
}

abstract class Groups implements CpuQuotas {
  abstract readonly mechanism: string
  abstract readonly root: string
  /**
   * Writes the limit of a group; `undefined` removes it. The group has ten times the default weight, so that other processes do
   * not take its share.
   */
  abstract write(folder: string, share: number | undefined): void
  abstract throttledMs(folder: string): number

  /** Enables limits for groups below `root`, where necessary. */
  prepare(): void {}

  make(name: string, share: number): CpuQuota {
    this.prepare()
    const folder = join(this.root, name)
    mkdirSync(folder)
    const quota = new Group(this, folder, share)
    try {
      quota.limit(true)
    } catch (error) {
      quota[Symbol.dispose]()
      throw error
    }
    return quota
  }
}

/** Existing groups. They are removed when this process exits. */
const made = new Set<Group>()
process.on('exit', () => {
  for (const group of made) group[Symbol.dispose]()
})

class Group implements CpuQuota {
  readonly #groups: Groups
  readonly #folder: string
  readonly #share: number

  constructor(groups: Groups, folder: string, share: number) {
    this.#groups = groups
    this.#folder = folder
    this.#share = share
    made.add(this)
  }

  get throttledMs(): number {
    return this.#groups.throttledMs(this.#folder)
  }

  hold(pid: number): void {
    writeFileSync(join(this.#folder, 'cgroup.procs'), String(pid))
  }

  limit(isLimited: boolean): void {
    this.#groups.write(this.#folder, isLimited ? this.#share : undefined)
  }

  [Symbol.dispose](): void {
    if (!made.delete(this)) return
    // A group with processes cannot be removed.
    for (const pid of readFileSync(join(this.#folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)) {
      writeFileSync(join(this.#groups.root, 'cgroup.procs'), pid)
    }
    rmdirSync(this.#folder)
  }
}

class GroupsV1 extends Groups {
  readonly mechanism = 'cgroup v1, cpu.cfs_quota_us'
  readonly root = roots.v1

  write(folder: string, share: number | undefined): void {
    writeFileSync(join(folder, 'cpu.shares'), String(10 * 1_024))
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(share === undefined ? -1 : Math.round(share * periodUs)))
  }

  throttledMs(folder: string): number {
    return readStat(folder, 'throttled_time') / 1e6
  }
}

class GroupsV2 extends Groups {
  readonly mechanism = 'cgroup v2, cpu.max'
  readonly root = roots.v2

  override prepare(): void {
    const path = join(this.root, 'cgroup.controllers')
    if (!existsSync(path)) throw new Error(`there is no ${path}`)
    if (!readFileSync(path, 'utf8').split(/\s/).includes('cpu')) throw new Error('the cpu controller is not there')
    writeFileSync(join(this.root, 'cgroup.subtree_control'), '+cpu')
  }

  write(folder: string, share: number | undefined): void {
    writeFileSync(join(folder, 'cpu.weight'), String(10 * 100))
    writeFileSync(join(folder, 'cpu.max'), `${share === undefined ? 'max' : Math.round(share * periodUs)} ${periodUs}`)
  }

  throttledMs(folder: string): number {
    return readStat(folder, 'throttled_usec') / 1e3
  }
}

function readStat(folder: string, name: string): number {
  const line = readFileSync(join(folder, 'cpu.stat'), 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ')[1] ?? 0)
}
