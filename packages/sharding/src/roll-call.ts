/**
 * Asks all shards whether they act on objects of which nobody knows whose they are. A shard answers once it has counted its
 * objects anew, and has ended every reconcile of what it did not count. When all have answered, or have ended, nobody acts on
 * the objects that were asked about.
 *
 * Who all are is read anew for each round: a shard of which the watch of leases has yet to tell may act already. One that gets its
 * lease later counts before it acts.
 */
import type { Ids } from '@kubewright/core'
import type { LeaseKeeper } from './lease-keeper.ts'
import type { ShardBook } from './shard-book.ts'
import { isTaken } from './shard-state.ts'

interface Round {
  readonly id: string
  readonly objects: ReadonlySet<string>
  readonly shards: ReadonlySet<string>
}

export interface RollCallOptions {
  readonly book: ShardBook
  readonly keeper: LeaseKeeper
  readonly ids: Ids
  /** Nobody acts on this object. */
  readonly proven: (uid: string) => void
}

export class RollCall {
  readonly #options: RollCallOptions
  #round: Round | undefined

  constructor(options: RollCallOptions) {
    this.#options = options
  }

  /** Begins a round if objects wait and none is under way, and ends the one that is answered. */
  async advance(waiting: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    this.#conclude()
    if (this.#round === undefined && waiting.size > 0) {
      await this.#begin(new Set(waiting), signal)
      this.#conclude()
    }
    const round = this.#round
    if (round !== undefined) await Promise.all([...round.shards].map((shard) => this.#ask(shard, round, signal)))
  }

  /** @param objects that had lost their marks before the leases are read: what loses them later is asked about later */
  async #begin(objects: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const { book, keeper, ids } = this.#options
    await keeper.list(signal)
    const shards = book.shards.filter((shard) => !this.#isOver(shard))
    this.#round = { id: ids.uuid(), objects, shards: new Set(shards) }
  }

  /** Asked again where the question got lost: a lease that was made anew does not have it. */
  async #ask(shard: string, { id }: Round, signal: AbortSignal): Promise<void> {
    const { book, keeper } = this.#options
    const lease = book.sightOf(shard)?.lease
    if (lease !== undefined && lease.asked !== id && !this.#isOver(shard)) await keeper.ask(shard, id, signal)
  }

  #conclude(): void {
    const round = this.#round
    if (round === undefined || ![...round.shards].every((shard) => this.#hasAnswered(shard, round))) return
    this.#round = undefined
    for (const uid of round.objects) this.#options.proven(uid)
  }

  #hasAnswered(shard: string, { id }: Round): boolean {
    return this.#isOver(shard) || this.#options.book.sightOf(shard)?.lease?.answered === id
  }

  /**
   * It has let go, which it does after its last reconcile; or the sharder made sure that it ended; or nothing speaks of it any
   * more. Whoever takes its lease counts before it acts.
   */
  #isOver(shard: string): boolean {
    const sight = this.#options.book.sightOf(shard)
    return sight === undefined || isTaken(sight) || (!sight.isMissing && sight.lease?.holder === '')
  }
}
