/**
 * Shards whose leases have expired, but not for long enough to be taken over. Their objects are listed during that wait, so
 * that they can move as soon as the leases are taken.
 * See decision 0240.
 */
import type { KnownShards } from './known-shards.ts'

export class ExpiredShards {
  readonly #shards: Pick<KnownShards, 'names' | 'observationOf' | 'assess'>
  #expired: ReadonlySet<string> = new Set()
  /** Expired shards whose objects have been listed since. */
  #listed: ReadonlySet<string> = new Set()

  constructor(shards: Pick<KnownShards, 'names' | 'observationOf' | 'assess'>) {
    this.#shards = shards
  }

  /** Updates the expired shards. Returns whether there is a new one. */
  update(): boolean {
    const expired = new Set(this.#shards.names.filter((shard) => this.#isExpired(shard)))
    const hasNew = [...expired].some((shard) => !this.#expired.has(shard))
    this.#expired = expired
    this.#listed = new Set([...this.#listed].filter((shard) => expired.has(shard)))
    return hasNew
  }

  /** All objects were listed since the last `update`. */
  noteListed(): void {
    this.#listed = this.#expired
  }

  /** Whether all objects were listed after the shard's last possible write. */
  isListed(shard: string): boolean {
    return this.#listed.has(shard)
  }

  #isExpired(shard: string): boolean {
    const state = this.#shards.assess(shard)?.state
    if (state !== 'expired' && state !== 'uncertain') return false
    const observed = this.#shards.observationOf(shard)!
    return observed.isMissing || observed.lease?.holder !== '' // a shard that only restarts comes back
  }
}
