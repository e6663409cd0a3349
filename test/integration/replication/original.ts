/**
 * The replicator of Liqo v0.1 according to its sources, defects included: handlers run directly from the informer, read before each
 * write, drop errors, keep names and namespaces, and a resync every 30 seconds repairs missed changes. For comparison.
 */
import { type Cache, type Change, createCache } from '@kubewright/cache'
import { type Client, ignoreNotFound } from '@kubewright/client'
import { type Clock, deepEqual, type KubeObject, type Random, type Ref, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'

interface OriginalOptions {
  readonly id: string
  readonly resource: Resource
  readonly clock: Clock
  readonly random: Random
  /** Receives dropped errors. */
  readonly dropped?: (error: unknown) => void
}

type Replicated = KubeObject & { readonly spec?: unknown; readonly status?: unknown }

export class OriginalReplicator implements AsyncDisposable {
  readonly #home: Client
  readonly #id: string
  readonly #resource: Resource
  readonly #clock: Clock
  readonly #random: Random
  readonly #dropped: (error: unknown) => void
  readonly #caches: Cache[] = []
  readonly #remotes = new Map<string, Client>()
  readonly #timers: Disposable[] = []
  #isOver = false

  constructor(home: Client, options: OriginalOptions) {
    this.#home = home
    this.#id = options.id
    this.#resource = options.resource
    this.#clock = options.clock
    this.#random = options.random
    this.#dropped = options.dropped ?? (() => undefined)
    this.#caches.push(this.#cacheOf(home))
  }

  #cacheOf(client: Client): Cache {
    return createCache({ client, clock: this.#clock, random: this.#random })
  }

  /** Adds another set of handlers to the single local informer, for every peer. */
  addPeer(): void {
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

  async #onLocal({ type, object }: Change<Replicated>): Promise<void> {
    const remote = this.#remoteOf(object)
    if (remote === undefined) return
    if (type === 'updated') return this.#update(object)
    const there = await this.#find(remote, object)
    if (type === 'deleted') {
      if (there !== undefined) await remote.delete(this.#resource, refOf(object))
      return
    }
    if (there === undefined) return this.#create(remote, object)
    if (
      deepEqual(there.spec as never, object.spec as never) &&
      deepEqual(there.status as never, object.status as never)
    )
      return
    await remote.delete(this.#resource, refOf(object))
    await this.#create(remote, object)
  }

  async #update(object: Replicated): Promise<void> {
    const remote = this.#remoteOf(object)
    if (remote === undefined) return
    const there = await this.#find(remote, object)
    if (there === undefined) return this.#create(remote, object)
    if (!deepEqual(there.spec as never, object.spec as never)) {
      await remote.patch(this.#resource, refOf(object), { spec: object.spec } as never)
    }
    if (object.status !== undefined && !deepEqual(there.status as never, object.status as never)) {
      await remote.status.patch(this.#resource as never, refOf(object), { status: object.status } as never)
    }
  }

  async #onRemote(remote: Client, object: Replicated): Promise<void> {
    const home = await this.#find(this.#home, object)
    if (home === undefined) {
      await remote.delete(this.#resource, refOf(object))
      return
    }
    if (object.status === undefined || deepEqual(object.status as never, home.status as never)) return
    await this.#home.status.patch(this.#resource as never, refOf(object), { status: object.status } as never)
  }

  async #find(client: Client, object: KubeObject): Promise<Replicated | undefined> {
    return (await client.get(this.#resource, refOf(object) as Ref).catch(ignoreNotFound)) as Replicated | undefined
  }

  async #create(remote: Client, { metadata, spec }: Replicated): Promise<void> {
    const { name, namespace } = metadata
    const marks = { 'liqo.io/replication': 'false', 'liqo.io/originID': this.#id, 'liqo.io/replicated': 'true' }
    await remote.create(this.#resource, {
      metadata: { name, namespace, labels: { ...metadata.labels, ...marks } },
      spec,
    } as never)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    for (const timer of this.#timers) timer[Symbol.dispose]()
    for (const cache of this.#caches) await cache[Symbol.asyncDispose]()
  }
}
