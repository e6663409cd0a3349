/** One controller over many replicas: each holds its own lease in a ring, and works on its own part of the objects. */
import { type Cache, createCache } from '@kubewright/cache'
import { onAbort, track } from '@kubewright/core/tasks'
import { Namespace } from '@kubewright/kubernetes/core/v1'
import {
  type Coordination,
  type CoordinationHost,
  type Coordinator,
  type Partition,
  type Standing,
} from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { Admission } from '@kubewright/webhook'
import { type AssignNew, assignmentAdmissions } from './sharder/assign-on-create.ts'
import { SharedClusters } from './clusters/shared-clusters.ts'
import { ControllerRing } from './ring/controller-ring.ts'
import { Drainer } from './shard/drainer.ts'
import { DrainWatches } from './shard/drain-watches.ts'
import { OwnObjects } from './shard/own-objects.ts'
import { Ownership } from './shard/ownership.ts'
import { MissingPermissions } from './missing-permissions.ts'
import { configurationOf } from './ring/ring-configuration.ts'
import { RingSettings } from './ring/ring-settings.ts'
import { shardRules } from './shard/shard-rules.ts'
import { ShardMembership } from './shard/shard-membership.ts'
import { type ResolvedShardOptions, resolveShardOptions, type ShardOptions } from './shard/shard-options.ts'
import { ShardPartition } from './shard/shard-partition.ts'
import { SharderCandidate } from './sharder-candidate.ts'
import { formatWork } from './ring/shared-work.ts'
import { shardingMetrics } from './reporting/sharding-metrics.ts'
import { watchLog } from './reporting/watch-log.ts'

/**
 * Distributes the work of a manager's controllers among its replicas. The controllers do not change.
 *
 * Failure: `KW_SHARDING_NAME`, `KW_SHARDING_OPTION` or `KW_LEASE_OPTION` for invalid options.
 *
 * @example
 * ```ts
 * const coordination = shard({ ring: 'websites', namespace: 'web-system', identity: 'web-0' })
 * coordination.mode // => 'shard'
 *
 * // createManager({ connection, coordination, controllers: [websites] })
 * ```
 */
export function shard(options: ShardOptions): ShardCoordination {
  const resolved = resolveShardOptions(options)
  const { ring, namespace } = resolved
  let coordinator: ShardCoordinator | undefined
  const assignedOnCreate: Resource[] = []
  return {
    mode: 'shard',
    lease: { namespace, name: ring },
    resources: resolved.hasResource ? [ControllerRing] : [],
    rules: (work, has) => shardRules(resolved, work, has),
    coordinate: (host) => (coordinator = new ShardCoordinator(resolved, host, () => assignedOnCreate)),
    assignOnCreate: (...kinds) => {
      assignedOnCreate.push(...kinds)
      return assignmentAdmissions(ring, kinds, (...asked) => coordinator?.assignNew(...asked))
    },
  }
}

/** The result of `shard`, to be passed to `createManager` as `coordination`. */
export interface ShardCoordination extends Coordination {
  /**
   * Webhooks that assign objects of these kinds in the request that creates them, which saves a watch event and a write for
   * each. Objects they do not handle are assigned as usual, so they may fail or be left out.
   *
   * Guarantees: no object has two owners because of them, however stale the ring known to the webhook is.
   *
   * @example
   * ```ts
   * import { ConfigMap } from '@kubewright/kubernetes'
   *
   * const coordination = shard({ ring: 'settings', namespace: 'web-system', identity: 'web-0' })
   * const serve = coordination.assignOnCreate(ConfigMap)
   * serve.map(({ name, failurePolicy }) => `${name} ${failurePolicy}`) // => ['configmap.settings.sharding.kubewright.dev Ignore']
   *
   * // createManager({ connection, coordination, controllers, webhooks: { serve, installation } })
   * ```
   */
  assignOnCreate(...kinds: readonly Resource[]): readonly Admission[]
}

class ShardCoordinator implements Coordinator {
  readonly partition: Partition
  readonly clusters: SharedClusters
  readonly metrics
  readonly #options: ResolvedShardOptions
  readonly #host: CoordinationHost
  readonly #settings: RingSettings
  readonly #candidate: SharderCandidate
  readonly #membership: ShardMembership
  readonly #own: OwnObjects
  readonly #drains: DrainWatches
  readonly #permissions: MissingPermissions
  readonly #lifetime = new AbortController()

  constructor(options: ResolvedShardOptions, host: CoordinationHost, assignedOnCreate: () => readonly Resource[]) {
    this.#options = options
    this.#host = host
    const { ring, shard: name } = options
    const permissions = (this.#permissions = new MissingPermissions(host.log, host.clock))
    const settings = (this.#settings = this.#settingsOf())
    this.#candidate = new SharderCandidate({
      options,
      host,
      settings,
      work: () => this.#work(),
      assignedOnCreate,
      permissions,
    })
    const ownership = new Ownership(ring, name)
    const membership = (this.#membership = this.#membershipOf())
    const { clock, log } = host
    const client = host.bulkClient ?? host.client
    const work = () => this.#work()
    const { signal } = this.#lifetime
    const at = { ring, shard: name, client, clock, log, ownership, permissions }
    this.#own = new OwnObjects({ ...at, work, signal })
    const drainer = new Drainer({
      ...at,
      withinMs: () => settings.current.drainWithinMs,
      mayAct: () => membership.isHeld,
    })
    this.#drains = new DrainWatches(drainer, work, signal)
    this.partition = new ShardPartition({
      ring,
      shard: name,
      client,
      clock,
      log,
      ownership,
      membership,
      drainer,
      work,
      signal,
      count: () => this.#own.countSoon(),
    })
    this.clusters = new SharedClusters({
      ...host,
      ring,
      namespace: options.namespace,
      shard: name,
      timing: options.timing,
      drainWithinMs: () => settings.current.drainWithinMs,
    })
    this.metrics = shardingMetrics(options, {
      drainer,
      isHeld: () => membership.isHeld,
      permissions,
      shards: () => this.#candidate.shards,
      sharder: () => this.#candidate.sharder,
    })
  }

  get standing(): Standing {
    const { ring, shard: name, isShard } = this.#options
    const isActing = isShard && this.#membership.isHeld
    const isLeader = this.#candidate.sharder !== undefined
    const asSharder = isLeader ? 'leads as sharder' : 'waiting to lead as sharder'
    const asShard = isActing
      ? `shard ${name} of ${ring}${isLeader ? '; leads as sharder' : ''}`
      : `${isLeader ? 'leads as sharder; ' : ''}waiting for its shard lease in ${ring}`
    const text = isShard ? asShard : `${asSharder} of ${ring}`
    return { isActing, holder: isActing ? name : this.#membership.holder, text }
  }

  readonly check = () => {
    const { isActing, holder, text } = this.standing
    const isWaiting = this.#options.isShard && !isActing
    const waits = !isWaiting || holder === undefined ? undefined : `${text}: ${holder} holds it`
    const failure = isWaiting ? this.#membership.failure : undefined
    const note = waits ?? this.clusters.failure
    return this.#permissions.complaint ?? failure ?? (note === undefined ? undefined : { note })
  }

  readonly assignNew: AssignNew = (...asked) => this.#candidate.assignNew(...asked)

  async run(signal: AbortSignal, act: (mayAct: AbortSignal) => Promise<void>): Promise<void> {
    const { isShard, isSharder } = this.#options
    const { clock, random } = this.#host
    const client = this.#host.bulkClient ?? this.#host.client
    const stop = new AbortController()
    const report = (error: unknown) =>
      this.#host.log.error('listener of the sharding cache failed, the change may not be handled', { error })
    const told = { log: this.#host.log, permissions: this.#permissions }
    await using cache = createCache({ client, clock, random, report, observe: (source) => watchLog(source, told) })
    const stopping = AbortSignal.any([signal, stop.signal])
    using settings = this.#settings
    if (this.#options.hasResource) settings.follow(cache)
    const sharing = isSharder ? track('share the work out', this.#candidate.run(cache, stopping)) : Promise.resolve()
    try {
      if (isShard) await this.#membership.run(signal, (mayAct, lost) => this.#act(cache, lost, () => act(mayAct)))
      else await aborted(signal)
    } finally {
      this.#lifetime.abort(new Error('the shard stops'))
      stop.abort()
      await sharing
      await this.#own.counted()
    }
  }

  /** Runs the controllers, and releases objects that move to other shards. */
  async #act(cache: Cache, lost: AbortSignal, act: () => Promise<void>): Promise<void> {
    using _drains = this.#drains.start(cache)
    // A lost lease can never be confirmed again: drains waiting for that would keep the process from ending.
    using _lost = onAbort(lost, () => this.#lifetime.abort(new Error('the lease of the shard is lost')))
    const ended = new AbortController()
    const dividing = track('divide the clusters', this.clusters.run(ended.signal))
    try {
      await act()
      await this.#own.allArrived(lost).catch(() => undefined) // the lease is lost: then it is not released
    } finally {
      ended.abort()
      await dividing
    }
  }

  #settingsOf(): RingSettings {
    const { clock, log } = this.#host
    const client = this.#host.bulkClient ?? this.#host.client
    const tryNamespaces = async (labels: string, signal: AbortSignal) => {
      if (this.#options.isSharder) await client.metadata.list(Namespace, { labels, signal })
    }
    const { ring, namespace } = this.#options
    return new RingSettings({ clock, log, ring, namespace, base: configurationOf(this.#options), tryNamespaces })
  }

  #membershipOf(): ShardMembership {
    const { ring, namespace, shard: name, timing } = this.#options
    const settings = this.#settings
    return new ShardMembership({
      host: this.#host,
      ring,
      namespace,
      shard: name,
      timing,
      reservedMs: () => settings.current.reservedMs,
      ownerInquiry: (signal) => this.#own.count(signal),
      hasObjects: (signal) => this.#own.exist(signal),
      permissions: this.#permissions,
      work: () => {
        this.#drains.update() // controllers may have been added since the last renewal
        return formatWork(this.#work(), settings.current.namespaceSelector)
      },
    })
  }

  #work() {
    return this.#host.work?.() ?? []
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
