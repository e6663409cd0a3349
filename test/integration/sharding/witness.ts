/** Watches every version of every map: its writer must be the assigned shard. */
import type { Client, WatchEvent } from '@kubewright/client'
import { sleep, systemClock } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { assignmentAnnotation } from '@kubewright/sharding'

export interface Seen {
  /** The shard that may act; empty or `-` if none may. */
  readonly shard: string
  /** The last identities that recorded a start and an end. */
  readonly begun: string
  readonly ended: string
}

const nothing: Seen = { shard: '', begun: '', ended: '' }

export class Witness implements AsyncDisposable {
  /** Writes by a shard that was not assigned. */
  readonly wrongs: string[] = []
  /** Moves between shards in the observed order: `map-1: a → b`. */
  readonly moves: string[] = []
  readonly #names: readonly string[]
  readonly #annotation: string
  readonly #maps = new Map<string, Seen>()
  readonly #writes = new Map<string, number>()
  readonly #stop = new AbortController()
  readonly #following: Promise<void>

  /** Creates the maps and watches them from their first version on. */
  static async of(client: Client, { ring, namespace }: { ring: string; namespace: string }): Promise<Witness> {
    const names = Array.from({ length: 24 }, (_, index) => `map-${index}`)
    const { metadata } = await client.list(ConfigMap, { namespace })
    for (const name of names) {
      await client.create(ConfigMap, { metadata: { name, namespace, labels: { app: 'test' } } })
    }
    const from = { namespace, labels: 'app=test', resourceVersion: metadata.resourceVersion }
    return new Witness(names, assignmentAnnotation(ring), (signal) => client.watch(ConfigMap, { ...from, signal }))
  }

  private constructor(
    names: readonly string[],
    annotation: string,
    watch: (signal: AbortSignal) => AsyncIterable<WatchEvent<ConfigMap>>,
  ) {
    this.#names = names
    this.#annotation = annotation
    this.#following = this.#follow(watch(this.#stop.signal))
    this.#following.catch(() => undefined) // reported by its awaiter, and at the end
  }

  /** The shard that may act on each map. */
  get owners(): readonly string[] {
    return this.#names.map((name) => (this.#maps.get(name) ?? nothing).shard)
  }

  writesBy(identity: string): number {
    return this.#writes.get(identity) ?? 0
  }

  /** Milliseconds until the condition held for all maps. Failure: rejects with their states after a timeout. */
  async until(holds: (seen: Seen, name: string) => boolean, withinMs: number): Promise<number> {
    const begun = systemClock.elapsed()
    while (!this.#names.every((name) => holds(this.#maps.get(name) ?? nothing, name))) {
      if (systemClock.elapsed() - begun > withinMs) throw new Error(`After ${withinMs} ms:\n${this.#describe()}`)
      await Promise.race([sleep(systemClock, '50ms'), this.#following])
    }
    return systemClock.elapsed() - begun
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#following
  }

  #describe(): string {
    return this.#names.map((name) => `${name} ${JSON.stringify(this.#maps.get(name) ?? nothing)}`).join('\n')
  }

  async #follow(events: AsyncIterable<WatchEvent<ConfigMap>>): Promise<void> {
    try {
      for await (const event of events) if (event.type !== 'BOOKMARK') this.#see(event.object)
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error
    }
  }

  #see(object: ConfigMap): void {
    const { name } = object.metadata
    const before = this.#maps.get(name) ?? nothing
    const { begun = '', ended = '' } = object.data ?? {}
    const now = { shard: object.metadata.annotations?.[this.#annotation] ?? '', begun, ended }
    this.#maps.set(name, now)
    if (now.shard !== before.shard) this.moves.push(`${name}: ${before.shard} → ${now.shard}`)
    for (const field of ['begun', 'ended'] as const) {
      if (now[field] === before[field]) continue
      this.#writes.set(now[field], this.writesBy(now[field]) + 1)
      if (shardOf(now[field]) !== now.shard || before.shard !== now.shard)
        this.wrongs.push(`${name}: ${now[field]} wrote, ${now.shard} may`)
    }
  }
}

/** The shard of a process: `a` of `a/4711`. */
export function shardOf(identity: string): string {
  return identity.split('/')[0]!
}

/** Whether the assigned shard has completed a reconcile. */
export function isDone({ shard, ended }: Seen): boolean {
  return shard !== '' && shardOf(ended) === shard
}
