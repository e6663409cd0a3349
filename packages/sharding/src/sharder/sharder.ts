/**
 * The leading sharder: knows the shards and the objects, and moves each object to the shard the ring wants.
 *
 * It watches leases, and of the objects only the metadata of those without a shard: placed objects cost nothing. Everything
 * is listed when it starts to lead, when shards come or go, and periodically.
 */
import type { Cache } from '@kubewright/cache'
import { type Client, isUnknownKind } from '@kubewright/client'
import { type Clock, type Ids, type KubeObject, type Logger, sleep } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { type HashRing, hashRing } from '../ring/hash-ring.ts'
import { KindLists } from './kind-lists.ts'
import type { ShardedKinds } from '../ring/kinds.ts'
import { LeaseKeeper } from './lease-keeper.ts'
import { ExpiredShards } from './expired-shards.ts'
import { Mover } from './mover.ts'
import { releasedNote, shardLabel } from '../names.ts'
import type { NamespaceScope } from '../ring/namespace-scope.ts'
import { type MainObject, KnownObjects } from './known-objects.ts'
import { kindName } from '../reporting/place-report.ts'
import { controllingRef } from '../ring/partition-key.ts'
import { pause } from '../pause.ts'
import { nextStep, type RingView, type Standing } from '../ring/placement.ts'
import type { MissingPermissions } from './missing-permissions.ts'
import type { MoveFacts } from '../reporting/ring-status.ts'
import { OwnerInquiry } from './owner-inquiry.ts'
import type { KnownShards } from './known-shards.ts'
import { isOnRing, isSettled, standingOf } from '../ring/shard-state.ts'

export interface SharderOptions {
  readonly client: Client
  readonly cache: Cache
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly ring: string
  readonly namespace: string
  /** The lease duration configured in this process. */
  readonly durationMs: number
  readonly kinds: ShardedKinds
  /**
   * Whether controllers, and with them kinds, were added or removed: then it ends, and another sharder starts with the new
   * kinds.
   */
  readonly isOutdated: () => boolean
  readonly shards: KnownShards
  readonly scope: NamespaceScope
  readonly concurrentMoves: () => number
  /** How often everything is listed, even without changes. */
  readonly syncEveryMs: () => number
  /** How long after a change of the ring everything is listed again: objects may have been assigned by the former ring. */
  readonly relistAfterMs: readonly number[]
  /** Whether objects of the kind may have been assigned on creation, which this watch does not see. */
  readonly isAssignedOnCreate: (resource: Resource) => boolean
  /** Whether the process leads right now. */
  readonly mayAct: () => boolean
  readonly refusals: MissingPermissions
}

/** How often a round runs without events: failures are retried by then. */
const lookEveryMs = 5_000
/** Debounces events: a resumed watch delivers one shard after another, and each would make a new ring. */
const gatherMs = 20
/** When everything is listed again after the takeover of a shard whose objects were known: they move first. */
const listAfterTakeoverMs = 5_000
/** Minimum pause: clocks are not exact enough to wait for a state change in smaller steps. */
const shortestLookMs = 10
/** Maximum number of shard names in the selector of a watch: they are part of the URL. */
const mostKnown = 60
/** Reason of an early round. Shared, because creating an error costs more than the round. */
const woken = new Error('something happened')

export class Sharder {
  readonly #options: SharderOptions
  readonly objects: KnownObjects
  readonly keeper: LeaseKeeper
  readonly mover: Mover
  readonly #ownerInquiry: OwnerInquiry
  readonly #signal: AbortSignal
  #ring: HashRing = hashRing([])
  #standings = ''
  readonly #kindLists: KindLists
  readonly #missed: ExpiredShards
  #lists = 0
  #wantsList = true
  #listedAt = -Infinity
  /** When everything is listed again because the ring changed, as `clock.elapsed()`. */
  #relistsAt: readonly number[] = []
  /** Number of moves at the last list. */
  #listedMoves = 0
  #wake = new AbortController()
  /** Watches of objects labelled with an unknown shard: their marks are from another time, for example from a backup. */
  #lost: readonly Disposable[] = []
  #known = ''

  constructor(options: SharderOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    const { client, clock, log, ring, namespace, durationMs, shards: book, mayAct, ids } = options
    this.objects = new KnownObjects(ring)
    this.#missed = new ExpiredShards(book)
    this.#kindLists = new KindLists([...options.kinds.mains, ...options.kinds.children])
    const hasObjects = (shard: string) => this.objects.heldBy(shard) > 0 || !this.isComplete
    this.keeper = new LeaseKeeper({ client, clock, log, ring, namespace, durationMs, book, hasObjects, mayAct })
    const { concurrentMoves, refusals } = options
    const viewOf = (main: MainObject) => this.#viewOf(main)
    this.mover = new Mover(
      { client, clock, log, ring, book: this.objects, viewOf, concurrentMoves, mayAct, refusals },
      signal,
    )
    const proven = (uid: string) => {
      this.objects.prove(uid)
      this.mover.look(uid)
    }
    this.#ownerInquiry = new OwnerInquiry({ book, keeper: this.keeper, ids, proven })
  }

  get ring(): HashRing {
    return this.#ring
  }

  /** Whether everything was listed since this process leads. */
  get isComplete(): boolean {
    return this.#kindLists.isComplete
  }

  /** Why some kinds currently cannot be listed. */
  get problems(): readonly string[] {
    return this.#kindLists.problems
  }

  /** Misplaced objects, the longest waiting first. */
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

  /** Runs until its signal is aborted, or the kinds of the process have changed. */
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
      while (!this.#signal.aborted && !this.#options.isOutdated()) await this.#round()
    } finally {
      for (const source of [...sources, ...this.#lost]) source[Symbol.dispose]()
    }
  }

  /** One round over everything that may be due. */
  async #round(): Promise<void> {
    const { clock } = this.#options
    this.#wake = new AbortController()
    const { signal: heard } = this.#wake
    if (this.#missed.notice()) this.#wantsList = true
    this.#updateRing()
    this.#relist()
    const isDue = clock.elapsed() - this.#listedAt >= this.#options.syncEveryMs()
    if (this.#wantsList || isDue || this.#haveMoved) await this.#listAll()
    else if (this.#kindLists.retryInMs(clock.elapsed()) === 0) await this.#listFailed()
    await this.keeper.tend(this.#signal)
    this.#updateRing()
    this.mover.lookAtLate()
    this.mover.pump()
    await this.#ownerInquiry.advance(this.mover.unproven, this.#signal).catch((error: unknown) => {
      if (!this.#signal.aborted) this.#options.log.warn('shard probe failed', { error })
    })
    const retryMs = this.#kindLists.retryInMs(clock.elapsed())
    const ms = Math.max(shortestLookMs, Math.min(lookEveryMs, this.#options.shards.changesInMs, retryMs))
    await pause(clock, ms, this.#signal, heard)
    if (heard.aborted) await sleep(clock, gatherMs, this.#signal).catch(() => undefined)
  }

  #relist(): void {
    const now = this.#options.clock.elapsed()
    const later = this.#relistsAt.filter((at) => at > now)
    if (later.length < this.#relistsAt.length) this.#wantsList = true
    this.#relistsAt = later
  }

  /** The ring depends on the available shards; where objects may move also depends on the held leases. */
  #updateRing(): void {
    const { shards, clock } = this.#options
    shards.expect(this.objects.namedShards)
    const available = shards.shards.filter((shard) => isOnRing(shards.sightOf(shard)!, clock.elapsed()))
    if (available.join() !== this.#ring.shards.join()) {
      const isKnown = this.#isKnownWith(available)
      this.#ring = hashRing(available)
      if (!isKnown) this.#wantsList = true
      const lists = [...(isKnown ? [listAfterTakeoverMs] : []), ...this.#options.relistAfterMs]
      this.#relistsAt = lists.map((ms) => clock.elapsed() + ms)
      this.#options.log.info('ring membership changed', { ring: this.#options.ring, shards: available })
    }
    this.#followLost()
    const standings = shards.shards
      .map((shard) => `${shard}=${this.#standingOf(shard)} ${this.#isSettled(shard)}`)
      .join()
    if (standings === this.#standings && !this.#wantsList) return
    this.#standings = standings
    this.mover.lookAtAll()
  }

  /** Whether all objects to move are already known: only shards left that had been missed for a while. */
  #isKnownWith(available: readonly string[]): boolean {
    const { shards } = this.#ring
    const gone = shards.filter((shard) => !available.includes(shard))
    return shards.length === available.length + gone.length && gone.every((shard) => this.#missed.isListed(shard))
  }

  #viewOf({ hash, placed, resource }: MainObject): RingView {
    const isWanted = resource.scope === 'Cluster' || this.#options.scope.has(placed.namespace ?? '')
    const owner = this.#ring.ownerAt(hash)
    const target = owner !== undefined && this.#isSettled(owner) ? owner : undefined
    return { target: isWanted ? target : null, standingOf: (shard) => this.#standingOf(shard) }
  }

  #isSettled(shard: string): boolean {
    const { shards, clock } = this.#options
    const sight = shards.sightOf(shard)
    return sight !== undefined && isSettled(sight, clock.elapsed())
  }

  #standingOf(shard: string): Standing {
    const { shards, clock } = this.#options
    const sight = shards.sightOf(shard)
    if (sight === undefined) return 'ends' // not tracked yet
    const standing = standingOf(sight, clock.elapsed())
    return standing === 'over' && !shards.isOver(shard) ? 'ends' : standing
  }

  /** Whether moves have finished: children that a shard created until its release are not known here, and have to follow. */
  get #haveMoved(): boolean {
    const { counts, pending, draining } = this.mover
    return counts.moves !== this.#listedMoves && pending === 0 && draining === 0
  }

  async #listAll(): Promise<void> {
    const { moves } = this.mover.counts
    this.#wantsList = false
    await this.#listKinds(() => true)
    if (this.#kindLists.problems.length === 0) this.#missed.noteList()
    this.#lists++
    this.#listedAt = this.#options.clock.elapsed()
    this.#listedMoves = moves
    this.#takeStock()
  }

  /** A failed kind does not cause a list of the others. */
  async #listFailed(): Promise<void> {
    if (await this.#listKinds((resource) => this.#kindLists.hasFailed(resource))) this.#takeStock()
  }

  #takeStock(): void {
    this.#updateRing()
    this.mover.lookAtAll()
    this.#correctChildren()
  }

  /** Resolves to whether any kind could be listed. Mains first: children are recognized by their owners. */
  async #listKinds(isWanted: (resource: Resource) => boolean): Promise<boolean> {
    const { mains, children } = this.#options.kinds
    let isListed = false
    for (const resource of mains.filter(isWanted)) {
      if (await this.#listKind(resource, (object) => void this.objects.noteMain(resource, object))) isListed = true
    }
    for (const resource of children.filter(isWanted)) {
      if (await this.#listKind(resource, (object) => void this.#noteChild(resource, object))) isListed = true
    }
    return isListed
  }

  /** Never rejects: a kind that cannot be listed is retried later, and the others are distributed meanwhile. */
  async #listKind(resource: Resource, note: (object: KubeObject) => void): Promise<boolean> {
    const { clock, log, refusals } = this.#options
    if (this.#signal.aborted || !this.#kindLists.mayList(resource, clock.elapsed())) return false
    try {
      this.#kindLists.succeed(resource, await this.#list(resource, note))
      refusals.allow('list', resource)
      return true
    } catch (error) {
      if (this.#signal.aborted) return false
      this.#kindLists.fail(resource, `${kindName(resource)}: ${(error as Error).message}`, clock.elapsed())
      if (!refusals.note('list', resource, error))
        log.warn('sharded kind could not be listed, will retry', { kind: kindName(resource), error })
      return false
    }
  }

  /** A consistent list: one from the server's cache could be older than the known state. */
  async #list(resource: Resource, note: (object: KubeObject) => void): Promise<'all' | 'absent'> {
    const { client, kinds } = this.#options
    const options = { ...kinds.scopeOf(resource), signal: this.#signal, omitManagedFields: true }
    const list = await client.metadata.list(resource, options).catch(ignoreUnknownKind)
    for (const object of list?.items ?? []) note(object)
    this.objects.retain(
      resource,
      new Set(list?.items.map(({ metadata }) => metadata.uid)),
      list?.metadata.resourceVersion,
    )
    return list === undefined ? 'absent' : 'all'
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
      const source = cache.source(resource, { ...kinds.scopeOf(resource), ...unassigned }, { metadataOnly: true })
      source.subscribe(({ type, object }) => {
        if (type !== 'deleted') this.#seeChild(resource, object)
      })
      return source
    })
    return [...mains, ...children]
  }

  /**
   * Watches objects labelled with an unknown shard. Restarted whenever the shards change, because the selector of a watch is
   * fixed.
   */
  #followLost(): void {
    const { cache, kinds, ring, shards } = this.#options
    const known = shards.shards.filter((shard) => shards.sightOf(shard)?.lease !== undefined)
    if (known.join() === this.#known) return
    this.#known = known.join()
    for (const source of this.#lost) source[Symbol.dispose]()
    // Too many names for a selector: such objects are found by the next list.
    if (known.length === 0 || known.length > mostKnown) return void (this.#lost = [])
    this.#lost = kinds.mains.map((resource) => {
      const { labels = '', ...place } = kinds.scopeOf(resource)
      const lost = `${shardLabel(ring)},${shardLabel(ring)} notin (${known.join()})`
      const scope = { ...place, labels: labels === '' ? lost : `${lost},${labels}` }
      const source = cache.source(resource, scope, { metadataOnly: true })
      source.subscribe(({ type, object }) => {
        if (type === 'deleted') return
        this.objects.noteMain(resource, object)
        this.mover.look(object.metadata.uid)
        this.#wake.abort(woken)
      })
      return source
    })
  }

  #seeMain(resource: Resource, object: KubeObject): void {
    // An object that a webhook assigned appears here only once its marks were removed: it may belong to any shard.
    const isNew = this.#kindLists.isListed(resource) && !this.#options.isAssignedOnCreate(resource)
    this.objects.noteMain(resource, object, isNew)
    if (this.#kindLists.isAbsent(resource)) this.#wantsList = true // the kind is served again
    this.mover.look(object.metadata.uid)
    if (this.mover.unproven.size > 0 || this.#wantsList) this.#wake.abort(woken)
  }

  #seeChild(resource: Resource, object: KubeObject): void {
    const child = this.#noteChild(resource, object)
    if (child !== undefined) this.#correct(child.placed.uid)
  }

  /** Children of other owners do not belong to the ring. */
  #noteChild(resource: Resource, object: KubeObject) {
    if (controllingRef(object, this.#options.kinds.mains) !== undefined) return this.objects.noteChild(resource, object)
    this.objects.remove(object.metadata.uid)
    return undefined
  }

  #correctChildren(): void {
    for (const main of this.objects.mains) {
      const astray = this.objects.childrenOf(main.placed.uid).filter(({ placed }) => placed.label !== main.placed.label)
      for (const { placed } of astray) this.#correct(placed.uid)
    }
  }

  /** A child follows its owner; while the owner moves, the child stays, and then moves with it. */
  #correct(uid: string): void {
    const child = this.objects.child(uid)
    const owner = child && this.objects.main(child.owner)
    if (child === undefined || owner === undefined || nextStep(owner.placed, this.#viewOf(owner)).do !== 'nothing')
      return
    const { label } = owner.placed
    if (child.placed.label !== label) {
      void this.mover.bring(child, label).then((isDone) => isDone || this.#correct(uid))
    }
  }
}

/** A kind that the server does not serve has no objects. */
function ignoreUnknownKind(error: unknown): undefined {
  if (!isUnknownKind(error)) throw error
  return undefined
}
