/**
 * The leading sharder: knows the shards and the objects, and sees to it that each object has the shard the ring wants.
 *
 * It watches leases, and of objects only the metadata of those without a shard: what has its place costs nothing. Everything is
 * listed when it begins to lead, when shards come or go, and now and then.
 */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { type Clock, controllerOf, type Ids, type KubeObject, type Logger, sleep } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { type HashRing, hashRing } from './hash-ring.ts'
import { isAmong, type ShardedKinds } from './kinds.ts'
import { LeaseKeeper } from './lease-keeper.ts'
import { Mover } from './mover.ts'
import { releasedNote, shardLabel } from './names.ts'
import type { NamespaceScope } from './namespace-scope.ts'
import { type MainObject, ObjectBook } from './object-book.ts'
import { kindName } from './place-report.ts'
import { nextStep, type RingView, type Standing } from './placement.ts'
import type { MoveFacts } from './ring-status.ts'
import { RollCall } from './roll-call.ts'
import type { ShardBook } from './shard-book.ts'
import { isOnRing, standingOf } from './shard-state.ts'

export interface SharderOptions {
  readonly client: Client
  readonly cache: Cache
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly ring: string
  readonly namespace: string
  /** How long leases last as this process knows it. */
  readonly durationMs: number
  readonly kinds: ShardedKinds
  readonly shards: ShardBook
  readonly scope: NamespaceScope
  readonly concurrentMoves: () => number
  /** How often everything is listed, whether something happened or not. */
  readonly syncEveryMs: () => number
  /** How long after the ring changed everything is listed again: objects may have been assigned by the ring of before. */
  readonly relistAfterMs: readonly number[]
  /** Whether the process leads at this very moment. */
  readonly mayAct: () => boolean
}

/** How often everything is looked at when nothing is heard: what failed is tried again by then. */
const lookEveryMs = 5_000
/** Clocks are not exact: a state that changes any moment is not waited for in smaller steps. */
const shortestLookMs = 10
const retryListMs = 2_000
/** Why a look comes early. One for all: making an error takes longer than the look. */
const woken = new Error('something happened')

export class Sharder {
  readonly #options: SharderOptions
  readonly objects: ObjectBook
  readonly keeper: LeaseKeeper
  readonly mover: Mover
  readonly #rollCall: RollCall
  readonly #signal: AbortSignal
  #ring: HashRing = hashRing([])
  #standings = ''
  /** Whether everything was listed since this process leads: only then an object nobody knew is a new one. */
  #isComplete = false
  #lists = 0
  #wantsList = true
  #listedAt = -Infinity
  /** When everything is listed again because the ring changed, as `clock.elapsed()`. */
  #relistsAt: readonly number[] = []
  /** How many moves there had been when everything was last listed. */
  #listedMoves = 0
  #wake = new AbortController()

  constructor(options: SharderOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    const { client, clock, log, ring, namespace, durationMs, shards: book, mayAct, ids } = options
    this.objects = new ObjectBook(ring)
    const hasObjects = (shard: string) => this.objects.heldBy(shard) > 0 || !this.#isComplete
    this.keeper = new LeaseKeeper({ client, clock, log, ring, namespace, durationMs, book, hasObjects, mayAct })
    const { concurrentMoves } = options
    const viewOf = (main: MainObject) => this.#viewOf(main)
    this.mover = new Mover({ client, clock, log, ring, book: this.objects, viewOf, concurrentMoves, mayAct }, signal)
    const proven = (uid: string) => {
      this.objects.prove(uid)
      this.mover.look(uid)
    }
    this.#rollCall = new RollCall({ book, keeper: this.keeper, ids, proven })
  }

  get ring(): HashRing {
    return this.#ring
  }

  /** Whether everything was listed since this process leads. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** Objects that are not where they belong, those that wait longest first. */
  get moves(): readonly MoveFacts[] {
    return this.mover.late.flatMap(({ uid, since }) => {
      const main = this.objects.main(uid)
      return main === undefined ? [] : [this.#moveOf(main, since)]
    })
  }

  #moveOf(main: MainObject, since: number): MoveFacts {
    const { note, remembered, namespace, name } = main.placed
    const actor = note === '' ? remembered : note
    const from = actor === releasedNote ? '' : actor
    return { kind: kindName(main.resource), namespace, name, from, to: this.#viewOf(main).target ?? '', since }
  }

  get lists(): number {
    return this.#lists
  }

  /** Runs until its signal is aborted. */
  async run(): Promise<void> {
    const { shards, scope } = this.#options
    await shards.synced(this.#signal)
    await scope.synced(this.#signal)
    const wake = () => this.#wake.abort(woken)
    using _shards = shards.subscribe(wake)
    using _scope = scope.subscribe(() => {
      this.mover.lookAtAll()
      wake()
    })
    const sources = this.#follow()
    try {
      while (!this.#signal.aborted) await this.#round()
    } finally {
      for (const source of sources) source[Symbol.dispose]()
    }
  }

  /** One look at everything that may be due. */
  async #round(): Promise<void> {
    const { clock } = this.#options
    this.#wake = new AbortController()
    const { signal: heard } = this.#wake
    this.#updateRing()
    this.#relist()
    const isDue = clock.elapsed() - this.#listedAt >= this.#options.syncEveryMs()
    if (this.#wantsList || isDue || this.#haveMoved) await this.#listAll()
    await this.keeper.tend(this.#signal)
    this.#updateRing()
    this.mover.lookAtLate()
    this.mover.pump()
    await this.#rollCall.advance(this.mover.unproven, this.#signal).catch((error: unknown) => {
      if (!this.#signal.aborted) this.#options.log.warn('cannot ask the shards', { error })
    })
    const ms = Math.max(shortestLookMs, Math.min(lookEveryMs, this.#options.shards.changesInMs))
    await sleep(clock, ms, AbortSignal.any([this.#signal, heard])).catch(() => undefined)
  }

  #relist(): void {
    const now = this.#options.clock.elapsed()
    const later = this.#relistsAt.filter((at) => at > now)
    if (later.length < this.#relistsAt.length) this.#wantsList = true
    this.#relistsAt = later
  }

  /** The ring follows from who is available; where objects may go also from whose lease is held. */
  #updateRing(): void {
    const { shards, clock } = this.#options
    shards.expect(this.objects.namedShards)
    const available = shards.shards.filter((shard) => isOnRing(shards.sightOf(shard)!, clock.elapsed()))
    if (available.join() !== this.#ring.shards.join()) {
      this.#ring = hashRing(available)
      this.#wantsList = true
      this.#relistsAt = this.#options.relistAfterMs.map((ms) => clock.elapsed() + ms)
      this.#options.log.info('the ring changed', { ring: this.#options.ring, shards: available })
    }
    const standings = shards.shards.map((shard) => `${shard}=${this.#standingOf(shard)}`).join()
    if (standings === this.#standings && !this.#wantsList) return
    this.#standings = standings
    this.mover.lookAtAll()
  }

  #viewOf({ key, placed, resource }: MainObject): RingView {
    const isWanted = resource.scope === 'Cluster' || this.#options.scope.has(placed.namespace ?? '')
    return { target: isWanted ? this.#ring.ownerOf(key) : null, standingOf: (shard) => this.#standingOf(shard) }
  }

  #standingOf(shard: string): Standing {
    const { shards, clock } = this.#options
    const sight = shards.sightOf(shard)
    if (sight === undefined) return 'ends' // it is yet to be looked for
    const standing = standingOf(sight, clock.elapsed())
    return standing === 'over' && !shards.isOver(shard) ? 'ends' : standing
  }

  /** Whether moves have come to their end: what a shard made until it let go is not known here, and has to follow. */
  get #haveMoved(): boolean {
    const { counts, pending, draining } = this.mover
    return counts.moves !== this.#listedMoves && pending === 0 && draining === 0
  }

  async #listAll(): Promise<void> {
    const { clock, log, kinds } = this.#options
    const { moves } = this.mover.counts
    this.#wantsList = false
    try {
      for (const resource of kinds.mains)
        await this.#list(resource, (object) => void this.objects.noteMain(resource, object))
      for (const resource of kinds.children)
        await this.#list(resource, (object) => void this.#noteChild(resource, object))
      this.#isComplete = true
      this.#lists++
      this.#listedAt = clock.elapsed()
      this.#listedMoves = moves
      this.#updateRing()
      this.mover.lookAtAll()
      this.#correctChildren()
    } catch (error) {
      if (this.#signal.aborted) return
      this.#wantsList = true
      log.warn('cannot list what the ring shares out', { error })
      await sleep(clock, retryListMs, this.#signal).catch(() => undefined)
    }
  }

  /** Of the state now: a list from a cache of the server could be older than what is known here. */
  async #list(resource: Resource, note: (object: KubeObject) => void): Promise<void> {
    const { kinds } = this.#options
    const scope = isAmong(resource, kinds.mains) ? kinds.scopeOf(resource) : {}
    const uids = new Set<string>()
    const { items, metadata } = await this.#options.client.metadata.list(resource, {
      ...scope,
      signal: this.#signal,
      omitManagedFields: true,
    })
    for (const object of items) {
      uids.add(object.metadata.uid)
      note(object)
    }
    this.objects.retain(resource, uids, metadata.resourceVersion)
  }

  #follow(): readonly Disposable[] {
    const { cache, kinds, ring } = this.#options
    const unassigned = { labels: `!${shardLabel(ring)}` }
    const mains = kinds.mains.map((resource) => {
      const { labels = '', ...place } = kinds.scopeOf(resource)
      const scope = { ...place, labels: labels === '' ? unassigned.labels : `${unassigned.labels},${labels}` }
      const source = cache.source(resource, scope, { metadataOnly: true })
      source.subscribe(({ type, object }) => {
        if (type !== 'deleted') this.#seeMain(resource, object)
      })
      return source
    })
    const children = kinds.children.map((resource) => {
      const source = cache.source(resource, unassigned, { metadataOnly: true })
      source.subscribe(({ type, object }) => {
        if (type !== 'deleted') this.#seeChild(resource, object)
      })
      return source
    })
    return [...mains, ...children]
  }

  #seeMain(resource: Resource, object: KubeObject): void {
    this.objects.noteMain(resource, object, this.#isComplete)
    this.mover.look(object.metadata.uid)
    if (this.mover.unproven.size > 0) this.#wake.abort(woken)
  }

  #seeChild(resource: Resource, object: KubeObject): void {
    const child = this.#noteChild(resource, object)
    if (child !== undefined) this.#correct(child.placed.uid)
  }

  #noteChild(resource: Resource, object: KubeObject) {
    return controllerOf(object) === undefined ? undefined : this.objects.noteChild(resource, object)
  }

  #correctChildren(): void {
    for (const { placed } of this.objects.mains) {
      for (const child of this.objects.childrenOf(placed.uid)) this.#correct(child.placed.uid)
    }
  }

  /** A child is where its owner is; while that is on its way, it stays, and goes with it. */
  #correct(uid: string): void {
    const child = this.objects.child(uid)
    const owner = child && this.objects.main(child.owner)
    if (child === undefined || owner === undefined || nextStep(owner.placed, this.#viewOf(owner)).do !== 'nothing')
      return
    const { label } = owner.placed
    if (child.placed.label !== label) void this.mover.bring(child, label)
  }
}
