/**
 * The sharder of a process: always watches the shards, so that it already knows how long one has been silent, and distributes
 * objects while it leads.
 */
import type { Cache } from '@kubewright/cache'
import { type KubeObject, sleep } from '@kubewright/core'
import { type CoordinationHost, type Coordinator, leader, type Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import { type CreationMarks, creationMarks, isAssignable } from './creation.ts'
import { isAmong, shardedKinds } from '../ring/kinds.ts'
import { allNamespaces, namespacesInForce, namespacesWith } from '../ring/namespace-scope.ts'
import { markRetryMs, type MissingPermissions } from './missing-permissions.ts'
import type { RingSettings } from '../ring/ring-settings.ts'
import type { RingFacts } from '../reporting/ring-status.ts'
import { RingStatusWriter } from '../reporting/ring-status-writer.ts'
import { KnownShards } from './known-shards.ts'
import type { ResolvedShardOptions } from '../shard/shard-options.ts'
import { Sharder } from './sharder.ts'
import { formatWork } from '../shard/shared-work.ts'
import { MismatchedShards } from './mismatched-shards.ts'

export interface SharderSeatOptions {
  readonly options: Pick<ResolvedShardOptions, 'ring' | 'namespace' | 'timing' | 'hasResource'>
  readonly host: CoordinationHost
  readonly settings: RingSettings
  readonly work: () => readonly Work[]
  /** Kinds whose objects are assigned on creation, by processes whose ring may be stale. */
  readonly assignedOnCreate: () => readonly Resource[]
  readonly refusals: MissingPermissions
}

const restartEvery = '1s'
/**
 * When the last objects with marks of a former ring are stored: moments after the ring changed; or, if the server takes as
 * long as it may for a request, a minute later.
 */
const staleAnswersMs = [10_000, 70_000]

export class SharderSeat {
  readonly #options: SharderSeatOptions
  readonly #leader: Coordinator
  #book: KnownShards | undefined
  #sharder: Sharder | undefined
  #namespaces: ReturnType<typeof namespacesInForce> | undefined

  constructor(options: SharderSeatOptions) {
    this.#options = options
    const { ring, namespace, timing } = options.options
    const { durationMs: duration, renewWithinMs: renewWithin, retryEveryMs: retryEvery } = timing
    const times = { duration, renewWithin, retryEvery }
    this.#leader = leader({ lease: ring, namespace, onLost: 'campaign', ...times }).coordinate(options.host)
  }

  get book(): KnownShards | undefined {
    return this.#book
  }

  /** Set while it leads. */
  get sharder(): Sharder | undefined {
    return this.#sharder
  }

  /** Runs until its signal is aborted. */
  async run(cache: Cache, signal: AbortSignal): Promise<void> {
    const { options, host, settings, assignedOnCreate } = this.#options
    const { ring, namespace, timing } = options
    const { clock, log } = host
    using book = new KnownShards({ cache, clock, ring, namespace, durationMs: timing.durationMs })
    this.#book = book
    using namespaces = assignedOnCreate().length > 0 ? namespacesInForce(cache, settings) : undefined
    this.#namespaces = namespaces
    while (!signal.aborted) {
      try {
        await this.#leader.run(signal, (leads) => this.#lead(cache, book, AbortSignal.any([leads, signal])))
      } catch (error) {
        if (signal.aborted) break
        log.error('sharder failed, will retry', { error })
        await sleep(clock, restartEvery, signal).catch(() => undefined)
      }
    }
  }

  /** The marks of a new object, by the ring as this process knows it. */
  assignNew(resource: Resource, object: KubeObject, namespace: string): CreationMarks | undefined {
    const { options, host, work } = this.#options
    const [book, namespaces] = [this.#book, this.#namespaces]
    if (book === undefined || namespaces === undefined) return undefined
    return creationMarks(resource, object, namespace, {
      ring: options.ring,
      kinds: shardedKinds(work()),
      sights: book.shards.map((shard) => book.sightOf(shard)!),
      now: host.clock.elapsed(),
      freshMs: 2 * options.timing.retryEveryMs + 1_000, // two renewals
      isWanted: (one) => (namespaces.isSynced ? namespaces.has(one) : undefined),
    })
  }

  /** Other namespaces or kinds change the whole view: it starts over, like a new leader. */
  async #lead(cache: Cache, book: KnownShards, signal: AbortSignal): Promise<void> {
    const { settings } = this.#options
    while (!signal.aborted) {
      const { namespaceSelector } = settings.current
      const changed = new AbortController()
      using _settings = settings.subscribe(() => {
        if (settings.current.namespaceSelector !== namespaceSelector) changed.abort(new Error('other namespaces'))
      })
      await this.#shareOut(cache, book, namespaceSelector, AbortSignal.any([signal, changed.signal]))
    }
  }

  async #shareOut(
    cache: Cache,
    shards: KnownShards,
    namespaceSelector: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { options, host, settings, work, assignedOnCreate, refusals } = this.#options
    const { ring, namespace } = options
    const { clock, ids, log } = host
    const client = host.bulkClient ?? host.client
    const kinds = shardedKinds(work())
    const known = formatWork(work(), undefined)
    const mayAct = () => !signal.aborted && !ended.signal.aborted && this.#leader.standing.isActing
    const ended = new AbortController()
    using scope = namespaceSelector === undefined ? allNamespaces : namespacesWith(cache, namespaceSelector)
    const sharder = new Sharder(
      {
        client,
        cache,
        clock,
        ids,
        log,
        ring,
        namespace,
        durationMs: options.timing.durationMs,
        shards,
        scope,
        mayAct,
        refusals,
        kinds,
        isOutdated: () => formatWork(work(), undefined) !== known,
        concurrentMoves: () => settings.current.concurrentMoves,
        // Children that could not be marked are only found by the next list.
        syncEveryMs: () =>
          refusals.reasons('mark').length === 0
            ? settings.current.syncEveryMs
            : Math.min(settings.current.syncEveryMs, markRetryMs),
        relistAfterMs: assignedOnCreate().length > 0 ? staleAnswersMs : [],
        isAssignedOnCreate: (resource) => isAmong(resource, assignedOnCreate()) && isAssignable(resource, kinds),
      },
      AbortSignal.any([signal, ended.signal]),
    )
    const unlike = new MismatchedShards({ shards, clock, log })
    using _compared = shards.subscribe(() => void unlike.sentence)
    const facts = () => ({ ...factsOf(sharder, shards, { host, settings, refusals }), unlike: unlike.sentence })
    const writer = new RingStatusWriter({ client, clock, log, ring, namespace, settings, facts, mayAct })
    const writing = options.hasResource ? writer.run(AbortSignal.any([signal, ended.signal])) : undefined
    this.#sharder = sharder
    try {
      await sharder.run()
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#sharder = undefined
      ended.abort()
      await writing
    }
  }
}

function factsOf(
  sharder: Sharder,
  book: KnownShards,
  { host, settings, refusals }: Pick<SharderSeatOptions, 'host' | 'settings' | 'refusals'>,
): Omit<RingFacts, 'unlike'> {
  const { objects, ring, isComplete, problems: unlisted, moves } = sharder
  return {
    leader: host.identity,
    shards: book.shards.map((name) => ({
      name,
      state: book.judge(name)!.state,
      share: ring.shareOf(name),
      objects: objects.heldBy(name),
    })),
    objects: objects.namedShards.reduce((sum, shard) => sum + objects.heldBy(shard), 0),
    isComplete,
    unlisted,
    refused: refusals.reasons('mark'),
    moves,
    problem: settings.problem,
  }
}
