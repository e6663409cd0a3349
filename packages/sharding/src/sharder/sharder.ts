/**
 * The leading sharder: watches the shards and the objects, and moves each object to its shard on the ring.
 *
 * It watches leases, and of the objects only those without a known shard. Everything is listed when it starts to lead, when
 * shards come or go, and periodically.
 */
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { HashRing } from '../ring/hash-ring.ts'
import { ChildFollower } from './child-follower.ts'
import { ChildLabels } from './child-labels.ts'
import { ExpiredShards } from './expired-shards.ts'
import { KnownObjects, type MainObject } from './known-objects.ts'
import { LeaseKeeper } from './lease-keeper.ts'
import { ListSchedule } from './list-schedule.ts'
import { Mover } from './mover.ts'
import { ObjectLister } from './object-lister.ts'
import { ObjectWatches } from './object-watches.ts'
import { OwnerInquiry } from './owner-inquiry.ts'
import { type PendingMove, pendingMoves } from './pending-moves.ts'
import { RingMembership } from './ring-membership.ts'
import { RoundTimer } from './round-timer.ts'
import type { SharderOptions } from './sharder-options.ts'

export class Sharder {
  readonly objects: KnownObjects
  readonly keeper: LeaseKeeper
  readonly mover: Mover
  readonly #options: SharderOptions
  readonly #signal: AbortSignal
  readonly #membership: RingMembership
  readonly #expired: ExpiredShards
  readonly #schedule: ListSchedule
  readonly #lister: ObjectLister
  readonly #watches: ObjectWatches
  readonly #children: ChildFollower
  readonly #inquiry: OwnerInquiry
  readonly #timer: RoundTimer

  constructor(options: SharderOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    const { identity, environment, rights, sharded, shards, concurrentMoves } = options
    const { client, clock, log, ids } = environment
    const { kinds, scope } = sharded
    const objects = (this.objects = new KnownObjects(identity.ring))
    this.#membership = new RingMembership({ clock, shards, scope })
    const viewOf = (main: MainObject) => this.#membership.viewOf(main)
    const writes = { client, clock, log, ring: identity.ring, objects, ...rights }
    const labels = new ChildLabels(writes, signal)
    this.mover = new Mover({ ...writes, children: labels, viewOf, concurrentMoves }, signal)
    const children = (this.#children = new ChildFollower({ mains: kinds.mains, objects, viewOf, labels }))
    this.#lister = new ObjectLister({ ...writes, kinds, children }, signal)
    this.#schedule = new ListSchedule(clock, options.lists)
    this.#expired = new ExpiredShards(shards)
    this.#timer = new RoundTimer(clock, signal)
    const hasObjects = (shard: string) => objects.heldBy(shard) > 0 || !this.isComplete
    const { mayAct } = rights
    const keeper = (this.keeper = new LeaseKeeper({ ...identity, client, clock, log, shards, hasObjects, mayAct }))
    this.#inquiry = new OwnerInquiry({ shards, keeper, ids, confirmFree: (uid) => this.#confirmFree(uid) })
    this.#watches = this.#objectWatches()
  }

  #objectWatches(): ObjectWatches {
    const { identity, environment, sharded } = this.#options
    return new ObjectWatches({
      cache: environment.cache,
      kinds: sharded.kinds,
      ring: identity.ring,
      mainUnassigned: (resource, object) => this.#noteUnassigned(resource, object),
      childUnassigned: (resource, object) => this.#noteChild(resource, object),
      shardUnknown: (resource, object) => this.#noteUnknownShard(resource, object),
    })
  }

  get ring(): HashRing {
    return this.#membership.hashRing
  }

  /** Whether everything was listed since this process leads. */
  get isComplete(): boolean {
    return this.#lister.isComplete
  }

  /** Why some kinds currently cannot be listed. */
  get problems(): readonly string[] {
    return this.#lister.problems
  }

  /** Moves that have not finished, the longest waiting first. */
  get moves(): readonly PendingMove[] {
    return pendingMoves({ objects: this.objects, mover: this.mover, viewOf: (main) => this.#membership.viewOf(main) })
  }

  /** How often everything was listed. */
  get lists(): number {
    return this.#schedule.lists
  }

  /** Runs until its signal is aborted, or the kinds of the process have changed. */
  async run(): Promise<void> {
    const { shards, sharded } = this.#options
    await shards.synced(this.#signal)
    await sharded.scope.synced(this.#signal)
    using _shards = shards.subscribe(() => this.#timer.wake())
    using _scope = sharded.scope.subscribe(() => {
      this.mover.evaluateAll()
      this.#timer.wake()
    })
    using watches = this.#watches
    watches.start()
    while (!this.#signal.aborted && !sharded.isOutdated()) await this.#round()
  }

  /** One round over everything that may be due. */
  async #round(): Promise<void> {
    this.#timer.begin()
    if (this.#expired.update()) this.#schedule.request()
    this.#updateRing()
    this.#schedule.advance()
    if (this.#schedule.isDue(this.mover)) await this.#listAll()
    else if (this.#lister.retryInMs === 0) await this.#listFailed()
    await this.keeper.maintain(this.#signal)
    this.#updateRing()
    this.mover.rereadLateDrains()
    this.mover.startSteps()
    await this.#inquiry.advance(this.mover.ofUnknownOwner, this.#signal).catch((error: unknown) => {
      const message = 'could not ask the shards whether they act on objects of unknown owner, will retry'
      if (!this.#signal.aborted) this.#options.environment.log.warn(message, { error })
    })
    await this.#timer.pause(this.#options.shards.changesInMs, this.#lister.retryInMs)
    if (this.#timer.isWoken) await this.#timer.debounce()
  }

  #updateRing(): void {
    const { shards, identity, environment } = this.#options
    shards.trackNamed(this.objects.namedShards)
    const change = this.#membership.updateRing()
    if (change !== undefined) {
      // Only shards left that had been expired for a while: all objects to move are already known.
      const areObjectsKnown = !change.hasJoined && change.left.every((shard) => this.#expired.isListed(shard))
      this.#schedule.noteRingChange(areObjectsKnown)
      environment.log.info('ring membership changed', { ring: identity.ring, shards: change.shards })
    }
    this.#watches.updateKnownShards(shards.names.filter((shard) => shards.observationOf(shard)?.lease !== undefined))
    const hasChanged = this.#membership.updateLiveness()
    if (hasChanged || this.#schedule.isRequested) this.mover.evaluateAll()
  }

  async #listAll(): Promise<void> {
    this.#schedule.begin(this.mover)
    await this.#lister.listAll()
    if (this.#lister.problems.length === 0) this.#expired.noteListed()
    this.#schedule.end()
    this.#evaluateListed()
  }

  async #listFailed(): Promise<void> {
    if (await this.#lister.listFailed()) this.#evaluateListed()
  }

  #evaluateListed(): void {
    this.#updateRing()
    this.mover.evaluateAll()
    this.#children.correctAll()
  }

  #noteUnassigned(resource: Resource, object: KubeObject): void {
    // An object that a webhook assigned appears here only once its marks were removed: it may belong to any shard.
    const isNew = this.#lister.isListed(resource) && !this.#options.sharded.isAssignedOnCreate(resource)
    this.objects.noteMain(resource, object, isNew)
    if (this.#lister.isAbsent(resource)) this.#schedule.request() // the kind is served again
    this.mover.evaluate(object.metadata.uid)
    if (this.mover.ofUnknownOwner.size > 0 || this.#schedule.isRequested) this.#timer.wake()
  }

  #noteChild(resource: Resource, object: KubeObject): void {
    const child = this.#children.note(resource, object)
    if (child !== undefined) this.#children.correct(child.placed.uid)
  }

  #noteUnknownShard(resource: Resource, object: KubeObject): void {
    this.objects.noteMain(resource, object)
    this.mover.evaluate(object.metadata.uid)
    this.#timer.wake()
  }

  #confirmFree(uid: string): void {
    this.objects.confirmFree(uid)
    this.mover.evaluate(uid)
  }
}
