/**
 * A process that takes part in the election of the sharder: it always watches the shards, so that it has already measured how long
 * one has been silent, and distributes objects while it leads.
 */
import type { Cache } from '@kubewright/cache'
import { type KubeObject, sleep } from '@kubewright/core'
import { type CoordinationHost, type Coordinator, leader, type Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import { type CreationMarks, creationMarks, isAssignable } from './sharder/creation.ts'
import { isAmong, shardedKinds } from './ring/kinds.ts'
import { allNamespaces, type NamespaceScope, namespacesInForce, namespacesWith } from './ring/namespace-scope.ts'
import { markRetryMs, type MissingPermissions } from './missing-permissions.ts'
import type { RingSettings } from './ring/ring-settings.ts'
import type { RingFacts } from './reporting/ring-status.ts'
import { RingStatusWriter } from './reporting/ring-status-writer.ts'
import { KnownShards } from './sharder/known-shards.ts'
import type { ResolvedShardOptions } from './shard/shard-options.ts'
import type { ListScheduleOptions } from './sharder/list-schedule.ts'
import { Sharder } from './sharder/sharder.ts'
import type { ShardedObjects } from './sharder/sharder-options.ts'
import { formatWork } from './ring/shared-work.ts'
import { MismatchedShards } from './sharder/mismatched-shards.ts'

export interface SharderCandidateOptions {
  readonly options: Pick<ResolvedShardOptions, 'ring' | 'namespace' | 'timing' | 'hasResource'>
  readonly host: CoordinationHost
  readonly settings: RingSettings
  readonly work: () => readonly Work[]
  /** Kinds whose objects are assigned on creation, by processes whose ring may be stale. */
  readonly assignedOnCreate: () => readonly Resource[]
  readonly permissions: MissingPermissions
}

const restartEvery = '1s'
/**
 * When the last objects with marks of a former ring are stored: moments after the ring changed; or, if the server takes as
 * long as it may for a request, a minute later.
 */
const staleAnswersMs = [10_000, 70_000]

export class SharderCandidate {
  readonly #options: SharderCandidateOptions
  readonly #leader: Coordinator
  #shards: KnownShards | undefined
  #sharder: Sharder | undefined
  #namespaces: ReturnType<typeof namespacesInForce> | undefined

  constructor(options: SharderCandidateOptions) {
    this.#options = options
    const { ring, namespace, timing } = options.options
    const { durationMs: duration, renewWithinMs: renewWithin, retryEveryMs: retryEvery } = timing
    const times = { duration, renewWithin, retryEvery }
    this.#leader = leader({ lease: ring, namespace, onLost: 'campaign', ...times }).coordinate(options.host)
  }

  get shards(): KnownShards | undefined {
    return this.#shards
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
    using shards = new KnownShards({ cache, clock, ring, namespace, durationMs: timing.durationMs })
    this.#shards = shards
    using namespaces = assignedOnCreate().length > 0 ? namespacesInForce(cache, settings) : undefined
    this.#namespaces = namespaces
    while (!signal.aborted) {
      try {
        await this.#leader.run(signal, (leads) => this.#lead(cache, shards, AbortSignal.any([leads, signal])))
      } catch (error) {
        if (signal.aborted) break
        log.error('sharder failed, will retry', { error })
        await sleep(clock, restartEvery, signal).catch(() => undefined)
      }
    }
  }

  /** The marks of a new object, by the ring that this process has computed. */
  assignNew(resource: Resource, object: KubeObject, namespace: string): CreationMarks | undefined {
    const { options, host, work } = this.#options
    const [shards, namespaces] = [this.#shards, this.#namespaces]
    if (shards === undefined || namespaces === undefined) return undefined
    return creationMarks(resource, object, namespace, {
      ring: options.ring,
      kinds: shardedKinds(work()),
      observations: shards.names.map((shard) => shards.observationOf(shard)!),
      now: host.clock.elapsed(),
      freshMs: 2 * options.timing.retryEveryMs + 1_000, // two renewals
      isWanted: (one) => (namespaces.isSynced ? namespaces.has(one) : undefined),
    })
  }

  /** Other namespaces or kinds change the whole view: it starts over, like a new leader. */
  async #lead(cache: Cache, shards: KnownShards, signal: AbortSignal): Promise<void> {
    const { settings } = this.#options
    while (!signal.aborted) {
      const { namespaceSelector } = settings.current
      const changed = new AbortController()
      using _settings = settings.subscribe(() => {
        if (settings.current.namespaceSelector !== namespaceSelector) changed.abort(new Error('other namespaces'))
      })
      await this.#distribute(cache, shards, namespaceSelector, AbortSignal.any([signal, changed.signal]))
    }
  }

  async #distribute(
    cache: Cache,
    shards: KnownShards,
    namespaceSelector: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { options, host, settings, permissions } = this.#options
    const { ring, namespace } = options
    const { clock, log } = host
    const client = host.bulkClient ?? host.client
    const ended = new AbortController()
    const mayAct = () => !signal.aborted && !ended.signal.aborted && this.#leader.standing.isActing
    using scope = namespaceSelector === undefined ? allNamespaces : namespacesWith(cache, namespaceSelector)
    const sharder = new Sharder(
      {
        identity: { ring, namespace, durationMs: options.timing.durationMs },
        environment: { client, cache, clock, ids: host.ids, log },
        rights: { mayAct, permissions },
        sharded: this.#sharded(scope),
        shards,
        lists: this.#listSchedule(),
        concurrentMoves: () => settings.current.concurrentMoves,
      },
      AbortSignal.any([signal, ended.signal]),
    )
    const unlike = new MismatchedShards({ shards, clock, log })
    using _compared = shards.subscribe(() => void unlike.sentence)
    const facts = () => ({ ...factsOf(sharder, shards, { host, settings, permissions }), unlike: unlike.sentence })
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

  #sharded(scope: NamespaceScope): ShardedObjects {
    const { work, assignedOnCreate } = this.#options
    const kinds = shardedKinds(work())
    const known = formatWork(work(), undefined)
    return {
      kinds,
      scope,
      isOutdated: () => formatWork(work(), undefined) !== known,
      isAssignedOnCreate: (resource) => isAmong(resource, assignedOnCreate()) && isAssignable(resource, kinds),
    }
  }

  #listSchedule(): ListScheduleOptions {
    const { settings, permissions, assignedOnCreate } = this.#options
    return {
      // Children that could not be marked are only found by the next list.
      syncEveryMs: () =>
        permissions.reasons('mark').length === 0
          ? settings.current.syncEveryMs
          : Math.min(settings.current.syncEveryMs, markRetryMs),
      relistAfterMs: assignedOnCreate().length > 0 ? staleAnswersMs : [],
    }
  }
}

function factsOf(
  sharder: Sharder,
  shards: KnownShards,
  { host, settings, permissions }: Pick<SharderCandidateOptions, 'host' | 'settings' | 'permissions'>,
): Omit<RingFacts, 'unlike'> {
  const { objects, ring, isComplete, problems: unlisted, moves } = sharder
  return {
    leader: host.identity,
    shards: shards.names.map((name) => ({
      name,
      state: shards.assess(name)!.state,
      share: ring.shareOf(name),
      objects: objects.heldBy(name),
    })),
    objects: objects.namedShards.reduce((sum, shard) => sum + objects.heldBy(shard), 0),
    isComplete,
    unlisted,
    refused: permissions.reasons('mark'),
    moves,
    problem: settings.problem,
  }
}
