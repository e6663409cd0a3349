/**
 * The hash ring of the available shards, and the view of it that decides about an object. Where objects may move also depends
 * on the leases that this process holds.
 */
import type { Clock } from '@kubewright/core'
import { type HashRing, hashRing } from '../ring/hash-ring.ts'
import type { NamespaceScope } from '../ring/namespace-scope.ts'
import type { Liveness, RingView } from '../ring/placement.ts'
import { isOnRing, isSettled, livenessOf } from '../ring/shard-state.ts'
import type { MainObject } from './known-objects.ts'
import type { KnownShards } from './known-shards.ts'

export interface RingMembershipOptions {
  readonly clock: Clock
  readonly shards: Pick<KnownShards, 'names' | 'observationOf' | 'isFenced'>
  readonly scope: Pick<NamespaceScope, 'has'>
}

export interface RingChange {
  readonly shards: readonly string[]
  readonly left: readonly string[]
  readonly hasJoined: boolean
}

export class RingMembership {
  readonly #options: RingMembershipOptions
  #hashRing = hashRing([])
  /** The liveness of all shards at the last update. */
  #liveness = ''

  constructor(options: RingMembershipOptions) {
    this.#options = options
  }

  get hashRing(): HashRing {
    return this.#hashRing
  }

  /** Computes the ring again. Returns what changed; `undefined` if nothing did. */
  updateRing(): RingChange | undefined {
    const { shards, clock } = this.#options
    const before = this.#hashRing.shards
    const available = shards.names.filter((shard) => isOnRing(shards.observationOf(shard)!, clock.elapsed()))
    if (available.join() === before.join()) return undefined
    this.#hashRing = hashRing(available)
    const left = before.filter((shard) => !available.includes(shard))
    return { shards: available, left, hasJoined: before.length !== available.length + left.length }
  }

  /** Returns whether a shard may act, or may get objects, that could not before, or the reverse. */
  updateLiveness(): boolean {
    const before = this.#liveness
    this.#liveness = this.#options.shards.names
      .map((shard) => `${shard}=${this.#livenessOf(shard)} ${this.#isSettled(shard)}`)
      .join()
    return this.#liveness !== before
  }

  /** The current view of the ring for an object. */
  viewOf({ hash, placed, resource }: MainObject): RingView {
    const isWanted = resource.scope === 'Cluster' || this.#options.scope.has(placed.namespace ?? '')
    const owner = this.#hashRing.ownerAt(hash)
    const target = owner !== undefined && this.#isSettled(owner) ? owner : undefined
    return { target: isWanted ? target : null, livenessOf: (shard) => this.#livenessOf(shard) }
  }

  #isSettled(shard: string): boolean {
    const { shards, clock } = this.#options
    const observed = shards.observationOf(shard)
    return observed !== undefined && isSettled(observed, clock.elapsed())
  }

  #livenessOf(shard: string): Liveness {
    const { shards, clock } = this.#options
    const observed = shards.observationOf(shard)
    if (observed === undefined) return 'ending' // not tracked yet
    const liveness = livenessOf(observed, clock.elapsed())
    return liveness === 'fenced' && !shards.isFenced(shard) ? 'ending' : liveness
  }
}
