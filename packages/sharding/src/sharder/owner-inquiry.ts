/**
 * Queries all shards whether they act on objects whose owner is unknown. A shard answers once it has counted its objects again,
 * and every reconcile of an uncounted object has ended. When all shards have answered, or ended, no shard acts on the objects
 * in question.
 *
 * The shards are read again for each round: a shard that the watch of leases has not delivered yet may already act. A shard
 * that acquires its lease later counts before it acts.
 */
import type { Ids } from '@kubewright/core/random'
import type { LeaseKeeper } from './lease-keeper.ts'
import type { KnownShards } from './known-shards.ts'
import { isTaken } from '../ring/shard-state.ts'

interface Round {
  readonly id: string
  readonly objects: ReadonlySet<string>
  readonly shards: ReadonlySet<string>
}

export interface OwnerInquiryOptions {
  readonly shards: KnownShards
  readonly keeper: LeaseKeeper
  readonly ids: Ids
  /** Called once it is certain that no shard acts on the object. */
  readonly confirmFree: (uid: string) => void
}

export class OwnerInquiry {
  readonly #options: OwnerInquiryOptions
  #round: Round | undefined

  constructor(options: OwnerInquiryOptions) {
    this.#options = options
  }

  /** Starts a round if objects wait and none is in progress, and ends one that is answered. */
  async advance(waiting: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    this.#conclude()
    if (this.#round === undefined && waiting.size > 0) {
      await this.#begin(new Set(waiting), signal)
      this.#conclude()
    }
    const round = this.#round
    if (round !== undefined) await Promise.all([...round.shards].map((shard) => this.#ask(shard, round, signal)))
  }

  /** @param objects that had lost their marks before the leases are read: later ones belong to the next round */
  async #begin(objects: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const { shards, keeper, ids } = this.#options
    await keeper.list(signal)
    const asked = shards.names.filter((shard) => !this.#cannotAct(shard))
    this.#round = { id: ids.uuid(), objects, shards: new Set(asked) }
  }

  /** Repeats the request if it was lost: a recreated lease does not have it. */
  async #ask(shard: string, { id }: Round, signal: AbortSignal): Promise<void> {
    const { shards, keeper } = this.#options
    const lease = shards.observationOf(shard)?.lease
    if (lease !== undefined && lease.asked !== id && !this.#cannotAct(shard)) await keeper.ask(shard, id, signal)
  }

  #conclude(): void {
    const round = this.#round
    if (round === undefined || ![...round.shards].every((shard) => this.#hasAnswered(shard, round))) return
    this.#round = undefined
    for (const uid of round.objects) this.#options.confirmFree(uid)
  }

  #hasAnswered(shard: string, { id }: Round): boolean {
    return this.#cannotAct(shard) || this.#options.shards.observationOf(shard)?.lease?.answered === id
  }

  /**
   * The shard released its lease, which it does after its last reconcile; or the sharder confirmed that it ended; or there is
   * no trace of it any more. A process that takes its lease counts before it acts.
   */
  #cannotAct(shard: string): boolean {
    const observed = this.#options.shards.observationOf(shard)
    return observed === undefined || isTaken(observed) || (!observed.isMissing && observed.lease?.holder === '')
  }
}
