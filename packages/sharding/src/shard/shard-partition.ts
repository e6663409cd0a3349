/** The guard of a shard: decides which objects its controllers may reconcile. See decision 0196. */
import type { Client } from '@kubewright/client'
import { type Clock, formatRef, type KubeObject, type Logger } from '@kubewright/core'
import type { Partition, PartitionScope, Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { Drainer } from './drainer.ts'
import { shardingErrors } from '../errors.ts'
import { isAmong, shardedKinds, kindName } from '../ring/kinds.ts'
import { readMarks } from '../ring/marks.ts'
import { releasedNote, shardLabel } from '../names.ts'
import type { Belonging, Ownership } from './ownership.ts'
import type { ShardMembership } from './shard-membership.ts'

export interface ShardPartitionOptions {
  readonly ring: string
  readonly shard: string
  readonly client: Client
  readonly clock: Clock
  readonly log: Logger
  readonly ownership: Ownership
  readonly drainer: Drainer
  readonly membership: Pick<ShardMembership, 'isHeld' | 'isConfirmed' | 'acquiredVersion'>
  readonly work: () => readonly Work[]
  /** Aborted when the process stops. */
  readonly signal: AbortSignal
  /** Requests a count of the kinds that have not been counted yet. */
  readonly count: () => void
}

/** States in which a reconcile is postponed rather than dropped: the event that triggered it may not come again. */
const passing: Partial<Record<Belonging, string>> = {
  uncounted: 'the shard has not listed the objects of this kind yet',
  given: 'its assignment to this shard is being confirmed again', // a new count started meanwhile
  behind: 'the cache does not show its current version yet',
}

export class ShardPartition implements Partition {
  readonly childLabels: Readonly<Record<string, string>>
  readonly #options: ShardPartitionOptions

  constructor(options: ShardPartitionOptions) {
    this.#options = options
    this.childLabels = { [shardLabel(options.ring)]: options.shard }
  }

  /** Kinds that are not sharded stay whole. Failure: `KW_SHARDING_GROUPS`. */
  scopeOf(resource: Resource): PartitionScope | undefined {
    this.#assertNoGroups(resource)
    const { mains, children } = shardedKinds(this.#options.work())
    if (!isAmong(resource, [...mains, ...children])) return undefined
    return { labels: `${shardLabel(this.#options.ring)}=${this.#options.shard}` }
  }

  /** Drops objects that are not ours, waits for those being released, and reconciles the rest. */
  async guard<Result>(
    object: KubeObject,
    reconcile: (until?: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    const { ownership, clock } = this.#options
    this.#assertHeld(object)
    if (ownership.belonging(object) === 'given') await this.#accept(object)
    const belonging = this.#certainBelonging(object)
    if (belonging === 'mismarked') await this.#unmark(object)
    const isOurs = belonging === 'ours' || (belonging === 'draining' && (await this.#isKept(object)))
    if (!isOurs) return undefined
    using undertaking = ownership.begin(object)
    try {
      return await reconcile(undertaking.until)
    } catch (error) {
      ownership.fail(object, clock.elapsed())
      throw error
    }
  }

  /** A text that grows with the version of the object, and so with every change of owner; then with every change of process. */
  fencingToken({ metadata }: KubeObject): string {
    const { membership } = this.#options
    return [metadata.resourceVersion, membership.acquiredVersion].map((one) => one.padStart(20, '0')).join('.')
  }

  /** The current lease holder is meant: no other process gets the object before this one has ended, or had time to. */
  async #accept(object: KubeObject): Promise<void> {
    const { membership, ownership } = this.#options
    if (!(await membership.isConfirmed())) throw this.#notHeld(object, 'this process no longer holds its shard lease')
    this.#assertHeld(object)
    ownership.accept(object)
  }

  async #isKept(object: KubeObject): Promise<boolean> {
    const { drainer, signal } = this.#options
    const resource = this.#resourceOf(object)
    if (resource === undefined || (await drainer.drain(resource, object, signal)) === 'released') return false
    this.#assertHeld(object)
    const belonging = this.#certainBelonging(object)
    return belonging === 'ours' || belonging === 'draining'
  }

  /** Failure: `KW_SHARDING_NOT_HELD` for postponed objects. */
  #certainBelonging(object: KubeObject): Belonging {
    const { ownership, count } = this.#options
    const belonging = ownership.belonging(object)
    if (belonging === 'uncounted') count()
    const why = passing[belonging]
    if (why !== undefined) throw this.#notHeld(object, why)
    return belonging
  }

  #assertHeld(object: KubeObject): void {
    const { membership } = this.#options
    if (!membership.isHeld) throw this.#notHeld(object, 'the lease of the shard may have expired')
  }

  /** The label was set by a user: the sharder decides which shard owns the object. */
  async #unmark(object: KubeObject): Promise<void> {
    const { client, ring, shard, log, signal } = this.#options
    const resource = this.#resourceOf(object)
    const { note } = readMarks(object, ring)
    if (resource === undefined || note === shard) return
    const named = { kind: kindName(resource), object: formatRef(object.metadata) }
    if (note === '' || note === releasedNote)
      log.warn("object has this shard's label, but its annotation names no owner, removing the label", named)
    else
      log.warn("object has this shard's label, but its annotation names another owner, removing the label", {
        ...named,
        other: note,
      })
    const { uid, resourceVersion } = object.metadata
    const metadata = { uid, resourceVersion, labels: { [shardLabel(ring)]: null } }
    await client.metadata.patch(resource, object.metadata, { metadata } as never, { signal })
  }

  #resourceOf({ apiVersion, kind }: KubeObject): Resource | undefined {
    const { mains } = shardedKinds(this.#options.work())
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
    return mains.find((one) => one.group === group && one.kind === kind)
  }

  #assertNoGroups(resource: Resource): void {
    const { ring, work } = this.#options
    if (!work().some(({ for: one, isGrouped = false }) => isGrouped && isAmong(one, [resource]))) return
    throw shardingErrors('KW_SHARDING_GROUPS', {
      what: `shard groups of ${resource.kind} in the ring ${ring}`,
      why: 'the members of a group may be on several shards, which would all reconcile it at once',
      next: 'Run the controller in a program of its own with `leader(…)`.',
      details: { ring, kind: resource.kind },
    })
  }

  #notHeld({ kind, metadata }: KubeObject, why: string): Error {
    return shardingErrors('KW_SHARDING_NOT_HELD', {
      what: `reconcile ${kind} ${formatRef(metadata)}`,
      why,
      next: 'No action is needed: the reconcile is retried, here or on another shard.',
      details: { ring: this.#options.ring, shard: this.#options.shard },
    })
  }
}
