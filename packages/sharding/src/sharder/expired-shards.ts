/**
 * Shards whose leases have expired, but not for long enough to be taken over. Their objects are listed during that wait, so
 * that they can move as soon as the leases are taken.
 * See decision 0240.
 */
import type { KnownShards } from './known-shards.ts'

export class ExpiredShards {
  readonly #book: Pick<KnownShards, 'shards' | 'sightOf' | 'judge'>
  #missed: ReadonlySet<string> = new Set()
  /** Missed shards whose objects have been listed since. */
  #listed: ReadonlySet<string> = new Set()

  constructor(book: Pick<KnownShards, 'shards' | 'sightOf' | 'judge'>) {
    this.#book = book
  }

  /** Updates the missed shards. Returns whether there is a new one. */
  notice(): boolean {
    const missed = new Set(this.#book.shards.filter((shard) => this.#isMissed(shard)))
    const isNews = [...missed].some((shard) => !this.#missed.has(shard))
    this.#missed = missed
    this.#listed = new Set([...this.#listed].filter((shard) => missed.has(shard)))
    return isNews
  }

  /** All objects were listed since the last `notice`. */
  noteList(): void {
    this.#listed = this.#missed
  }

  /** Whether all objects were listed after the shard's last possible write. */
  isListed(shard: string): boolean {
    return this.#listed.has(shard)
  }

  #isMissed(shard: string): boolean {
    const state = this.#book.judge(shard)?.state
    if (state !== 'expired' && state !== 'uncertain') return false
    const sight = this.#book.sightOf(shard)!
    return sight.isMissing || sight.lease?.holder !== '' // a shard that only restarts comes back
  }
}
