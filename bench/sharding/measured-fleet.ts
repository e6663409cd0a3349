/** A fleet with websites whose processes can be limited and measured. Shared by all parts of the benchmark. */
import { once } from 'node:events'
import { type Client, createClient } from '@kubewright/client'
import { assignmentAnnotation, shardLabel } from '@kubewright/sharding'
import { operatorName } from 'webhosting-operator'
import type { CpuQuota, CpuQuotas } from './cpu-quota.ts'
import { type Fleet, type Replica, startFleet } from './load/fleet.ts'
import { Population } from './load/population.ts'
import { CpuMeter } from './process-usage.ts'
import type { Memory, Role } from './replica.ts'

export interface MeasuredFleetOptions {
  readonly roles: readonly Role[]
  /** The CPU limit of each shard, as a fraction of a core. @default not at all */
  readonly limit?: { readonly quotas: CpuQuotas; readonly share: number }
}

export class MeasuredFleet implements AsyncDisposable {
  readonly fleet: Fleet
  readonly client: Client
  readonly population: Population
  readonly #quotas: readonly CpuQuota[]

  /** Starts without websites and without limits. */
  static async start({ roles, limit }: MeasuredFleetOptions): Promise<MeasuredFleet> {
    const fleet = await startFleet({ roles })
    const quotas: CpuQuota[] = []
    try {
      if (limit !== undefined) for (const replica of shardsOf(fleet)) quotas.push(quotaOf(replica, limit))
      // More than the load ever has in flight, so that the client is not the limit.
      const client = createClient(fleet.connection, { fieldManager: 'experiment', maxInFlight: 1_000 })
      const population = new Population({ client, queue: fleet.queue })
      const measured = new MeasuredFleet({ fleet, client, population, quotas })
      await population.prepare()
      return measured
    } catch (error) {
      await fleet[Symbol.asyncDispose]()
      for (const quota of quotas) quota[Symbol.dispose]()
      throw error
    }
  }

  private constructor(parts: { fleet: Fleet; client: Client; population: Population; quotas: readonly CpuQuota[] }) {
    this.fleet = parts.fleet
    this.client = parts.client
    this.population = parts.population
    this.#quotas = parts.quotas
  }

  get shards(): readonly Replica[] {
    return shardsOf(this.fleet)
  }

  /** Enforces or lifts the CPU limits of the shards. */
  limit(isLimited: boolean): void {
    for (const quota of this.#quotas) quota.limit(isLimited)
  }

  /** Measures the CPU time of every process from now on: replicas by name, `server`, and `load`, which is this one. */
  meter(): CpuMeter {
    const replicas = this.fleet.replicas.map(({ name, process: child }) => [name, child.pid!] as const)
    return new CpuMeter({
      ...Object.fromEntries(replicas),
      server: this.fleet.controlPlane.pid!,
      load: process.pid,
    })
  }

  async memoryOf({ process: child }: Replica): Promise<Memory> {
    const answer = once(child, 'message')
    child.send('memory')
    return ((await answer) as [Memory])[0]
  }

  /** The shard that may act on each website, by its key on the ring; undefined if none may at the moment. */
  owners(): ReadonlyMap<string, string | undefined> {
    const [label, annotation] = [shardLabel(operatorName), assignmentAnnotation(operatorName)]
    return new Map(
      this.population.seen.map(({ metadata: { namespace, name, labels = {}, annotations = {} } }) => {
        const isOwned = labels[label] !== undefined && labels[label] === annotations[annotation]
        return [`${namespace}/${name}`, isOwned ? labels[label] : undefined] as const
      }),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.limit(false)
    await this.population[Symbol.asyncDispose]()
    await this.client[Symbol.asyncDispose]()
    await this.fleet[Symbol.asyncDispose]()
    for (const quota of this.#quotas) quota[Symbol.dispose]()
  }
}

function shardsOf({ replicas }: Fleet): readonly Replica[] {
  return replicas.filter(({ role }) => role !== 'sharder')
}

function quotaOf({ name, process: child }: Replica, limit: NonNullable<MeasuredFleetOptions['limit']>): CpuQuota {
  const quota = limit.quotas.make(`kubewright-bench-${process.pid}-${name}`, limit.share)
  quota.limit(false)
  quota.hold(child.pid!)
  return quota
}
