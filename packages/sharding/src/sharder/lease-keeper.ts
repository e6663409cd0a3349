/**
 * How the leading sharder handles shard leases: takes over those of ended shards, deletes those no longer needed, and writes
 * their states for users. No object is reassigned before the lease of its shard was acquired: that write proves that the
 * lease was not renewed, and makes a returning shard wait.
 */
import { type Client, ignoreNotFound, isAlreadyExists, isConflict } from '@kubewright/client'
import type { Clock, Logger } from '@kubewright/core'
import { formatMicroTime } from '@kubewright/core/time'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { momentOf } from '@kubewright/lease'
import { askedAnnotation, ringLabel, sharderHolder, shardLeaseName, shardNameLabel, stateLabel } from '../names.ts'
import type { KnownShards } from './known-shards.ts'
import type { ObservedShard } from '../ring/observed-shard.ts'
import type { RingIdentity } from '../ring/ring-identity.ts'
import type { ShardLease } from '../ring/shard-lease.ts'
import { durationOf, isTaken } from '../ring/shard-state.ts'

export interface LeaseKeeperOptions extends RingIdentity {
  readonly client: Client
  readonly clock: Clock
  readonly log: Logger
  readonly shards: KnownShards
  /** Whether there are objects that only this shard may act on. */
  readonly hasObjects: (shard: string) => boolean
  /** Whether the process leads right now. */
  readonly mayAct: () => boolean
}

export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions
  /** Shards with a write in flight. */
  readonly #busy = new Set<string>()
  /** Leases that it created for shards without one, by uid: they are deleted once no longer needed. */
  readonly #created = new Set<string>()
  #takeovers = 0

  constructor(options: LeaseKeeperOptions) {
    this.#options = options
  }

  get takeovers(): number {
    return this.#takeovers
  }

  /** Handles each shard. Never rejects: failures are retried in the next round. */
  async maintain(signal: AbortSignal): Promise<void> {
    const due = this.#options.shards.names.filter((shard) => !this.#busy.has(shard))
    await Promise.all(due.map((shard) => this.#maintainLease(shard, signal)))
  }

  /** Reads all shard leases from the server: the watch may lag. */
  async list(signal: AbortSignal): Promise<void> {
    const { client, shards, ring, namespace } = this.#options
    const { items } = await client.list(Lease, { namespace, labels: `${ringLabel}=${ring}`, signal })
    for (const lease of items) shards.noteLease(lease)
  }

  /** Requests a shard to count its objects. */
  async ask(shard: string, round: string, signal: AbortSignal): Promise<void> {
    const { client, shards, namespace } = this.#options
    const lease = shards.observationOf(shard)?.lease
    if (lease === undefined) return
    const metadata = { uid: lease.uid, annotations: { [askedAnnotation]: round } }
    const ref = { namespace, name: lease.name }
    const written = await client.patch(Lease, ref, { metadata } as never, { signal }).catch(ignoreGone)
    if (written !== undefined) shards.noteLease(written)
  }

  async #maintainLease(shard: string, signal: AbortSignal): Promise<void> {
    const { shards, log, mayAct } = this.#options
    const observed = shards.observationOf(shard)
    if (observed === undefined || !mayAct()) return
    this.#busy.add(shard)
    try {
      await this.#act(observed, signal)
    } catch (error) {
      if (!signal.aborted) log.warn('shard lease could not be written or deleted, will retry', { shard, error })
    } finally {
      this.#busy.delete(shard)
    }
  }

  async #act(observed: ObservedShard, signal: AbortSignal): Promise<void> {
    const { shards, hasObjects } = this.#options
    const { shard } = observed
    const { state } = shards.assess(shard)!
    const isNeeded = hasObjects(shard)
    const isWanted = state === 'uncertain' || ((state === 'dead' || state === 'orphaned') && isNeeded)
    if (isWanted && !shards.isFenced(shard) && this.#hasSuccessor(shard)) {
      if (observed.isMissing && !isNeeded) return shards.forget(shard)
      return observed.isMissing ? this.#create(observed, signal) : this.#acquire(observed.lease!, observed, signal)
    }
    if (observed.isMissing || observed.lease === undefined) return
    const isLeft = state === 'orphaned' || (state === 'dead' && this.#created.has(observed.lease.uid))
    if (isLeft && !isNeeded) return this.#delete(observed.lease, signal)
    if (observed.lease.label !== state) await this.#label(observed.lease, state, signal)
  }

  /**
   * Whether another shard is ready to take its objects. If not, as after a server outage, taking the lease would only make
   * the returning shard wait.
   */
  #hasSuccessor(shard: string): boolean {
    const { shards } = this.#options
    return shards.names.some((other) => other !== shard && shards.assess(other)?.state === 'ready')
  }

  /** Only in the evaluated version: a renewal in the meantime causes a conflict, and the shard stays alive. */
  async #acquire(lease: ShardLease, observed: ObservedShard, signal: AbortSignal): Promise<void> {
    const { uid, resourceVersion, transitions } = lease
    const isRenewal = isTaken(observed)
    // A released lease has a duration of one second. A shard that returns waits for the duration in the lease, so it has to
    // be long.
    const durationMs = isRenewal ? durationOf(observed) : 2 * Math.max(durationOf(observed), this.#options.durationMs)
    const metadata = { uid, resourceVersion, labels: { [stateLabel]: 'dead' } }
    const spec = this.#claim(durationMs, isRenewal ? transitions : transitions + 1)
    const sent = momentOf(this.#options.clock)
    const written = await this.#write(lease, { metadata, spec }, signal)
    if (written !== undefined) this.#options.shards.noteTakeover(written, sent)
    if (isRenewal || written === undefined) return
    this.#takeovers++
    this.#options.log.info('took over an expired shard lease', { shard: lease.shard, holder: lease.holder })
  }

  /** The lease was deleted. Creating it keeps a process from returning under its name while its objects are reassigned. */
  async #create(observed: ObservedShard, signal: AbortSignal): Promise<void> {
    const { client, ring, namespace, durationMs, shards, log } = this.#options
    const { shard } = observed
    const labels = { [ringLabel]: ring, [shardNameLabel]: shard, [stateLabel]: 'dead' }
    const metadata = { namespace, name: shardLeaseName(ring, shard), labels }
    const spec = this.#claim(2 * Math.max(durationOf(observed), durationMs), (observed.lease?.transitions ?? 0) + 1)
    const sent = momentOf(this.#options.clock)
    const created = await client.create(Lease, { metadata, spec } as never, { signal }).catch((error: unknown) => {
      if (isAlreadyExists(error)) return undefined // its shard was faster, and the watch will deliver it
      throw error
    })
    if (created === undefined) return
    this.#created.add(created.metadata.uid)
    shards.noteTakeover(created, sent)
    this.#takeovers++
    log.info('shard lease was deleted, recreated it for the sharder, moving the objects of the shard', { shard })
  }

  #claim(durationMs: number, transitions: number): object {
    const now = formatMicroTime(this.#options.clock.now())
    return {
      holderIdentity: sharderHolder,
      leaseDurationSeconds: Math.ceil(durationMs / 1_000),
      acquireTime: now,
      renewTime: now,
      leaseTransitions: transitions,
    }
  }

  async #label({ uid, resourceVersion, ...lease }: ShardLease, state: string, signal: AbortSignal): Promise<void> {
    await this.#write(lease, { metadata: { uid, resourceVersion, labels: { [stateLabel]: state } } }, signal)
  }

  async #write({ name }: Pick<ShardLease, 'name'>, patch: object, signal: AbortSignal) {
    const { client, namespace, shards } = this.#options
    const written = await client.patch(Lease, { namespace, name }, patch as never, { signal }).catch(ignoreGone)
    if (written !== undefined) shards.noteLease(written)
    return written
  }

  async #delete({ uid, resourceVersion, name, shard }: ShardLease, signal: AbortSignal): Promise<void> {
    const { client, namespace, log } = this.#options
    const preconditions = { uid, resourceVersion }
    await client.delete(Lease, { namespace, name }, { preconditions, signal }).catch(ignoreGone)
    this.#created.delete(uid)
    log.info('deleted the lease of a removed shard', { shard })
  }
}

/** Another client was faster: the watch delivers the current state. */
function ignoreGone(error: unknown): undefined {
  if (!isConflict(error)) ignoreNotFound(error)
  return undefined
}
