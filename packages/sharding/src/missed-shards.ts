/**
 * Shards that are missed: their leases were not renewed in time, and not missed for long enough to be taken. What they hold is
 * listed while they are waited for, so that it goes on as soon as their leases are taken.
 */
import type { ShardBook } from './shard-book.ts'

export class MissedShards {
  readonly #book: Pick<ShardBook, 'shards' | 'sightOf' | 'judge'>
  #missed: ReadonlySet<string> = new Set()
  /** Those of whom everything was listed since they are missed. */
  #listed: ReadonlySet<string> = new Set()

  constructor(book: Pick<ShardBook, 'shards' | 'sightOf' | 'judge'>) {
    this.#book = book
  }

  /** Looks who is missed now. Returns whether one is of whom it was not known. */
  notice(): boolean {
    const missed = new Set(this.#book.shards.filter((shard) => this.#isMissed(shard)))
    const isNews = [...missed].some((shard) => !this.#missed.has(shard))
    this.#missed = missed
    this.#listed = new Set([...this.#listed].filter((shard) => missed.has(shard)))
    return isNews
  }

  /** Everything was listed since the last `notice`. */
  noteList(): void {
    this.#listed = this.#missed
  }

  /** Whether nobody has written under this name since everything was listed. */
  isListed(shard: string): boolean {
    return this.#listed.has(shard)
  }

  #isMissed(shard: string): boolean {
    const state = this.#book.judge(shard)?.state
    if (state !== 'expired' && state !== 'uncertain') return false
    const sight = this.#book.sightOf(shard)!
    return sight.isMissing || sight.lease?.holder !== '' // one that is only restarted comes back
  }
}
