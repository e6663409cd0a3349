/** The objects of a shard on the server: counts them, and ends reconciles of all others. */
import { type Client, isUnknownKind } from '@kubewright/client'
import { type Clock, type Logger, sleep } from '@kubewright/core'
import type { Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { MissingPermissions } from '../missing-permissions.ts'
import { shardLabel } from '../names.ts'
import { kindName, shardedKinds } from '../ring/kinds.ts'
import type { Ownership } from './ownership.ts'

export interface OwnObjectsParts {
  readonly ring: string
  readonly shard: string
  readonly client: Client
  readonly clock: Clock
  readonly log: Logger
  readonly ownership: Ownership
  readonly permissions: MissingPermissions
  readonly work: () => readonly Work[]
  /** The lifetime of the shard. */
  readonly signal: AbortSignal
}

export class OwnObjects {
  readonly #parts: OwnObjectsParts
  /** The count that `countSoon` started. */
  #counting: Promise<void> | undefined

  constructor(parts: OwnObjectsParts) {
    this.#parts = parts
  }

  /** Counts the shard's own objects, and ends reconciles of all others. */
  async count(signal: AbortSignal): Promise<void> {
    const { ownership } = this.#parts
    for (const resource of this.#kinds.mains) {
      const list = await this.#list(resource, signal)
      if (list === undefined) ownership.forget(resource)
      else ownership.count(resource, list.items, list.metadata.resourceVersion)
    }
    const { strays } = ownership
    for (const uid of strays) ownership.abort(uid, new Error('the object is assigned to another shard'))
    await Promise.all(strays.map((uid) => ownership.ended(uid)))
    await this.allArrived(signal)
  }

  /** For kinds that were added at runtime. */
  countSoon(): void {
    const { log, shard, signal } = this.#parts
    this.#counting ??= this.count(signal)
      .catch((error: unknown) =>
        log.warn("this shard's objects of a new kind could not be listed, their reconciles wait, will retry", {
          shard,
          error,
        }),
      )
      .finally(() => (this.#counting = undefined))
  }

  /** Resolves when no count is in flight. */
  async counted(): Promise<void> {
    await this.#counting
  }

  /** Whether any object is assigned to the shard. */
  async exist(signal: AbortSignal): Promise<boolean> {
    for (const resource of this.#kinds.mains) {
      const list = await this.#list(resource, signal)
      if (list !== undefined && list.items.length > 0) return true
    }
    return false
  }

  /** Waits until no abandoned request can arrive any more. */
  async allArrived(signal: AbortSignal): Promise<void> {
    const { clock, ownership } = this.#parts
    const ms = ownership.settledInMs(clock.elapsed())
    if (ms > 0) await sleep(clock, ms, signal)
  }

  get #kinds() {
    return shardedKinds(this.#parts.work())
  }

  /** `undefined` for a kind that is not served or may not be listed: the shard owns none of it, and works on the others. */
  async #list(resource: Resource, signal: AbortSignal) {
    const { ring, shard, client, log, permissions } = this.#parts
    const { namespace } = this.#kinds.scopeOf(resource)
    const labels = `${shardLabel(ring)}=${shard}`
    const options = { labels, ...(namespace === undefined ? {} : { namespace }), omitManagedFields: true, signal }
    try {
      const list = await client.metadata.list(resource, options)
      permissions.allow('list', resource)
      return list
    } catch (error) {
      if (permissions.note('list', resource, error)) return undefined
      if (!isUnknownKind(error)) throw error
      log.warn('kind is not served by the API server, this shard treats it as having no objects', {
        kind: kindName(resource),
        error,
      })
      return undefined
    }
  }
}
