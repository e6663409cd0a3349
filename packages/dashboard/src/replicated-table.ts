/** The objects of the topic `replicated`: kinds are watched with their conditions while there is a reason to. */
import type { DynamicResource } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import { type ClusterObjects, follow, namesOnly } from './cluster-objects.ts'
import type { Collection } from './collecting.ts'
import { CollectionPart } from './defined-kinds.ts'
import { GatheredTable } from './gathered-table.ts'
import { countReplicated, isInStep, replicatedEntry, type ReplicatedEntry } from './replicated-entries.ts'
import { silentPublisher } from './topic.ts'

type Kind = Pick<DynamicResource, 'group' | 'kind'>

interface FollowedKind {
  readonly part: CollectionPart
  readonly read: Promise<void>
  /** Uids of marked objects and of Replications. */
  readonly reasons: Set<string>
  readonly listed: Set<string>
}

export class ReplicatedTable {
  readonly #cluster: ClusterObjects
  readonly #collection: Collection
  readonly #table: GatheredTable<ReplicatedEntry>
  readonly #followed = new Map<string, FollowedKind>()
  /** The kind that each Replication names, by uid. */
  readonly #named = new Map<string, string>()

  constructor(cluster: ClusterObjects, collection: Collection) {
    this.#cluster = cluster
    this.#collection = collection
    this.#table = new GatheredTable(collection, {
      clock: cluster.clock,
      isFirst: (entry) => !isInStep(entry),
      count: (entries) => countReplicated(entries.values()),
    })
  }

  /** An object of this kind gained or lost its replication mark. */
  mark(resource: DynamicResource, uid: string, isMarked: boolean): void {
    if (isMarked) this.#want(resource, uid)
    else this.#leave(keyOf(resource), uid)
  }

  /** A Replication names this kind; `undefined` if it was deleted, or names none. */
  name(uid: string, kind: Kind | undefined): void {
    const [before, key] = [this.#named.get(uid), kind === undefined ? undefined : keyOf(kind)]
    if (before === key) return
    if (before !== undefined) this.#leave(before, uid)
    if (key === undefined || kind === undefined) return void this.#named.delete(uid)
    this.#named.set(uid, key)
    const { signal } = this.#collection
    const found = this.#cluster.client.discover({ group: kind.group, kind: kind.kind } as never, { signal })
    // A kind that is not served is reported in the status of the Replication.
    found.then((resource) => this.#named.get(uid) === key && this.#want(resource, uid)).catch(() => undefined)
  }

  async read(): Promise<void> {
    await Promise.all([...this.#followed.values()].map(({ read }) => read))
    this.#table.show()
  }

  #want(resource: DynamicResource, reason: string): void {
    if (this.#collection.signal.aborted) return
    const key = keyOf(resource)
    const known = this.#followed.get(key) ?? this.#follow(resource)
    this.#followed.set(key, known)
    known.reasons.add(reason)
  }

  #leave(key: string, reason: string): void {
    const known = this.#followed.get(key)
    if (known?.reasons.delete(reason) !== true || known.reasons.size > 0) return
    this.#followed.delete(key)
    known.part[Symbol.dispose]()
    for (const uid of known.listed) this.#table.remove(uid)
  }

  /** Uses the options of the object lists, which share the watch. */
  #follow(resource: DynamicResource): FollowedKind {
    const part = this.#collection.hold(new CollectionPart(this.#collection, silentPublisher))
    const listed = new Set<string>()
    const take = (object: KubeObject, isGone: boolean) => this.#take(object, isGone ? undefined : resource, listed)
    const source = follow(this.#cluster, { resource, options: namesOnly(resource) }, part, take)
    const read = async () => {
      await source.synced({ signal: this.#collection.signal, timeout: '10s' })
      for (const object of source.list()) take(object, false)
    }
    // A kind whose metadata may be listed may be listed; later failures are reported by the metadata watch.
    return { part, listed, reasons: new Set(), read: read().catch(() => undefined) }
  }

  #take(object: KubeObject, resource: DynamicResource | undefined, listed: Set<string>): void {
    const { uid } = object.metadata
    const entry = resource === undefined ? undefined : replicatedEntry(object, resource)
    if (entry === undefined) {
      listed.delete(uid)
      this.#table.remove(uid)
    } else {
      listed.add(uid)
      this.#table.put(uid, entry)
    }
  }
}

function keyOf({ group, kind }: Kind): string {
  return `${group}/${kind}`
}
