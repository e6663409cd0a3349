/**
 * The replicator of Liqo v0.1 according to its sources, defects included: handlers run directly from the informer, read before each
 * write, drop errors, keep names and namespaces, and a resync every 30 seconds repairs missed changes. For comparison.
 *
 * Each defect can be corrected alone, so that a test can show which one makes it fail.
 */
import { type Cache, type Change, createCache } from '@kubewright/cache'
import { type Client, ignoreNotFound } from '@kubewright/client'
import { type Clock, type KubeObject, type Ref, refOf } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import type { Random } from '@kubewright/core/random'
import type { Resource } from '@kubewright/resource'

/**
 * - R1: a set of handlers for every peer, so that each change is handled once for every peer
 * - R2: changes before a peer is connected are dropped until the next resync
 * - R3: a replica with another status is deleted and created again
 * - R4: replicas have the names of their originals, even if an object of that name belongs to another owner
 * - R5: nothing keeps an original until its replica is gone
 * - R6: a deletion that was only noticed by a list (client-go: `DeletedFinalStateUnknown`) is ignored
 */
export type Defect = 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6'

interface OriginalOptions {
  readonly id: string
  readonly resource: Resource
  readonly clock: Clock
  readonly random: Random
  /** Receives dropped errors. */
  readonly dropped?: (error: unknown) => void
  /** The only defect that is corrected. @default none */
  readonly corrected?: Defect | undefined
}

type Replicated = KubeObject & { readonly spec?: unknown; readonly status?: unknown }

export class OriginalReplicator implements AsyncDisposable {
  readonly #home: Client
  readonly #id: string
  readonly #resource: Resource
  readonly #clock: Clock
  readonly #random: Random
  readonly #dropped: (error: unknown) => void
  readonly #corrected: Defect | undefined
  readonly #caches: Cache[] = []
  readonly #remotes = new Map<string, Client>()
  readonly #timers: Disposable[] = []
  #hasHandlers = false
  #isOver = false

  constructor(home: Client, options: OriginalOptions) {
    this.#home = home
    this.#id = options.id
    this.#resource = options.resource
    this.#clock = options.clock
    this.#random = options.random
    this.#dropped = options.dropped ?? (() => undefined)
    this.#corrected = options.corrected
    this.#caches.push(this.#cacheOf(home))
  }

  #cacheOf(client: Client): Cache {
    return createCache({ client, clock: this.#clock, random: this.#random })
  }

  /** Adds another set of handlers to the single local informer, for every peer. */
  addPeer(): void {
    if (this.#corrected === 'R1' && this.#hasHandlers) return
    this.#hasHandlers = true
    const local = this.#caches[0]!.source(this.#resource)
    local.subscribe((change) => this.#fire(this.#onLocal(change as Change<Replicated>)))
    this.#resync(() => local.list().forEach((one) => this.#fire(this.#update(one as Replicated))))
  }

  /** Sets the client of a peer, often later than its objects. */
  connect(name: string, client: Client): void {
    this.#remotes.set(name, client)
    const cache = this.#cacheOf(client)
    this.#caches.push(cache)
    const remote = cache.source(this.#resource, { labels: `liqo.io/originID=${this.#id}` })
    remote.subscribe(({ type, object }) => {
      if (type === 'updated') this.#fire(this.#onRemote(client, object as Replicated))
    })
    this.#resync(() => remote.list().forEach((one) => this.#fire(this.#onRemote(client, one as Replicated))))
    if (this.#corrected !== 'R2') return
    const local = this.#caches[0]!.source(this.#resource)
    local.list().forEach((one) => this.#fire(this.#update(one as Replicated)))
  }

  #resync(run: () => void): void {
    const tick = () => {
      if (this.#isOver) return
      this.#timers.push(this.#clock.schedule(30_000, tick))
      run()
    }
    this.#timers.push(this.#clock.schedule(30_000, tick))
  }

  /** Errors are logged and dropped. */
  #fire(handling: Promise<unknown>): void {
    handling.catch(this.#dropped)
  }

  #remoteOf({ metadata }: KubeObject): Client | undefined {
    if (metadata.labels?.['liqo.io/replication'] !== 'true') return undefined
    return this.#remotes.get(metadata.labels['liqo.io/remoteID'] ?? '')
  }

  async #onLocal(change: Change<Replicated>): Promise<void> {
    const { type, object } = change
    const remote = this.#remoteOf(object)
    if (remote === undefined) return
    if (type === 'updated') return this.#update(object)
    if (type === 'deleted') {
      if (isTombstone(change) && this.#corrected !== 'R6') return
      return this.#remove(remote, object)
    }
    const there = await this.#find(remote, this.#placeOf(object))
    if (there === undefined) return this.#create(remote, object)
    if (isEqual(there.spec, object.spec) && isEqual(there.status, object.status)) return
    if (this.#corrected === 'R3') return this.#update(object)
    await remote.delete(this.#resource, this.#placeOf(object))
    await this.#create(remote, object)
  }

  async #update(object: Replicated): Promise<void> {
    const remote = this.#remoteOf(object)
    if (remote === undefined) return
    if (this.#corrected === 'R5' && object.metadata.deletionTimestamp !== undefined)
      return this.#release(remote, object)
    const place = this.#placeOf(object)
    const there = await this.#find(remote, place)
    if (there === undefined) return this.#create(remote, object)
    if (!isEqual(there.spec, object.spec)) {
      await remote.patch(this.#resource, place, { spec: object.spec } as never)
    }
    if (object.status !== undefined && !isEqual(there.status, object.status)) {
      await remote.status.patch(this.#resource as never, place, { status: object.status } as never)
    }
  }

  async #remove(remote: Client, object: Replicated): Promise<void> {
    const place = this.#placeOf(object)
    if ((await this.#find(remote, place)) !== undefined) await remote.delete(this.#resource, place)
  }

  async #onRemote(remote: Client, object: Replicated): Promise<void> {
    const ref = this.#originalOf(object)
    const home = await this.#find(this.#home, ref)
    if (home === undefined) {
      await remote.delete(this.#resource, refOf(object))
      return
    }
    if (object.status === undefined || isEqual(object.status, home.status)) return
    await this.#home.status.patch(this.#resource as never, ref, { status: object.status } as never)
  }

  /** The correction of R4: a name of its own for each origin. */
  #placeOf({ metadata: { name, namespace } }: KubeObject): Ref {
    return { name: this.#corrected === 'R4' ? `${this.#id}-${name}` : name, namespace }
  }

  #originalOf({ metadata: { name, namespace } }: KubeObject): Ref {
    return { name: this.#corrected === 'R4' ? name.slice(this.#id.length + 1) : name, namespace }
  }

  /** The correction of R5: the finalizer goes once the replica is seen gone. */
  async #release(remote: Client, object: Replicated): Promise<void> {
    await this.#remove(remote, object)
    if ((await this.#find(remote, this.#placeOf(object))) !== undefined) return
    await this.#home.patch(this.#resource, refOf(object), { metadata: { finalizers: [] } } as never)
  }

  async #find(client: Client, ref: Ref): Promise<Replicated | undefined> {
    return (await client.get(this.#resource, ref).catch(ignoreNotFound)) as Replicated | undefined
  }

  async #create(remote: Client, object: Replicated): Promise<void> {
    const { metadata, spec } = object
    if (this.#corrected === 'R5') {
      await this.#home.patch(this.#resource, refOf(object), { metadata: { finalizers: [finalizer] } } as never)
    }
    const marks = { 'liqo.io/replication': 'false', 'liqo.io/originID': this.#id, 'liqo.io/replicated': 'true' }
    await remote.create(this.#resource, {
      metadata: { ...this.#placeOf(object), labels: { ...metadata.labels, ...marks } },
      spec,
    } as never)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    for (const timer of this.#timers) timer[Symbol.dispose]()
    for (const cache of this.#caches) await cache[Symbol.asyncDispose]()
  }
}

const finalizer = 'liqo.io/replicator'

/** If a list lacks the object, its deletion is reported only with the last known version. */
function isTombstone({ object, previous }: Change<Replicated>): boolean {
  return object.metadata.resourceVersion === previous?.metadata.resourceVersion
}

function isEqual(one: unknown, other: unknown): boolean {
  return deepEqual(one as never, other as never)
}
