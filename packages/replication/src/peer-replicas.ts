/** The replicas at one peer: the cache that watches them, by kind. It is opened when the peer's identity has been verified. */
import { type Cache, createCache, readYourWrites, type SourceState } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { type KubeObject, type Ref, toMs } from '@kubewright/core'
import type { HomeKind } from './home-kind.ts'
import { replicaName, tenantNamespace } from './names.ts'
import { originOf } from './origin.ts'
import { PeerKind } from './peer-kind.ts'
import type { Peer } from './peers.ts'
import type { ReplicatorParts } from './replicator-parts.ts'

export interface PeerReplicasHost extends Omit<ReplicatorParts, 'workersPerPeer' | 'recheck' | 'retryMax'> {
  readonly kinds: ReadonlyMap<string, HomeKind>
}

export interface ReplicaListener {
  /** A replica exists, changed or was deleted. @param ref its original */
  changed(home: HomeKind, ref: Ref): void
  /** A malformed object was ignored. */
  ignored(home: HomeKind): void
  /** A kind can no longer be watched, or can be again. */
  problemChanged(home: HomeKind): void
  synced(kind: PeerKind): void
  /** A watch failed. */
  watchFailed(): void
  /** An unexpected error of a listener. */
  defect(home: HomeKind, error: unknown): void
}

export class PeerReplicas {
  readonly #peer: Peer
  readonly #host: PeerReplicasHost
  readonly #listener: ReplicaListener
  readonly #signal: AbortSignal
  readonly #kinds = new Map<string, PeerKind>()
  #cache: Cache | undefined
  #client: Client | undefined

  /** @param signal ends waits for the first list */
  constructor(peer: Peer, host: PeerReplicasHost, listener: ReplicaListener, signal: AbortSignal) {
    this.#peer = peer
    this.#host = host
    this.#listener = listener
    this.#signal = signal
  }

  get isOpen(): boolean {
    return this.#cache !== undefined
  }

  /** A client whose writes are tracked by the cache; `undefined` while closed. */
  get client(): Client | undefined {
    return this.#client
  }

  get kinds(): ReadonlyMap<string, PeerKind> {
    return this.#kinds
  }

  open(): void {
    const { clock, random, freezes, log } = this.#host
    const { client } = this.#peer
    this.#cache = createCache({
      client,
      clock,
      random,
      freezes,
      observe: ({ resource }) => ({
        moved: (state) => {
          const kind = [...this.#kinds.values()].find((one) => one.source.resource === resource)
          if (kind !== undefined) this.#moved(kind, state)
        },
        failed: ({ reason }) => {
          if (reason !== 'Expired') this.#listener.watchFailed()
        },
      }),
      report: (error) =>
        log.error('listener of the replica cache failed, the change may not be handled', {
          peer: this.#peer.name,
          error,
        }),
    })
    this.#client = readYourWrites(client, this.#cache)
    this.updateKinds()
  }

  async close(): Promise<void> {
    for (const kind of this.#kinds.values()) kind[Symbol.dispose]()
    this.#kinds.clear()
    const cache = this.#cache
    this.#cache = undefined
    this.#client = undefined
    await cache?.[Symbol.asyncDispose]()
  }

  /** Starts watching new kinds, and stops watching those that are no longer replicated. */
  updateKinds(): void {
    for (const [id, kind] of this.#kinds) {
      if (this.#host.kinds.get(id) === kind.home) continue
      this.#kinds.delete(id)
      kind[Symbol.dispose]()
    }
    if (this.#cache === undefined) return
    for (const home of this.#host.kinds.values()) if (!this.#kinds.has(home.id)) this.#follow(this.#cache, home)
  }

  /** The replica of an original, if it is known and originates from this cluster. */
  read(kind: HomeKind, original: Ref): KubeObject | undefined {
    const { origin } = this.#host
    const ref = { namespace: tenantNamespace(origin), name: replicaName(original) }
    const replica = this.#kinds.get(kind.id)?.read(ref)
    return replica !== undefined && originOf(replica) === origin ? replica : undefined
  }

  /** The number of replicas of a kind; `undefined` while not synced. */
  count(kind: HomeKind): number | undefined {
    const known = this.#kinds.get(kind.id)
    if (known?.source.isSynced !== true) return undefined
    return known.list().filter((object) => originOf(object) === this.#host.origin).length
  }

  #moved(kind: PeerKind, state: SourceState): void {
    if (kind.moved(state, toMs(this.#host.unreachableAfter))) this.#listener.problemChanged(kind.home)
  }

  #follow(cache: Cache, home: HomeKind): void {
    const { origin, unreachableAfter } = this.#host
    const listener = this.#listener
    const source = cache.source(home.resource, { namespace: tenantNamespace(origin) })
    const kind = new PeerKind(home, source)
    this.#kinds.set(home.id, kind)
    kind.moved(source.state, toMs(unreachableAfter))
    kind.follow(
      (ref) => listener.changed(home, ref),
      () => listener.ignored(home),
    )
    source
      .synced({ signal: this.#signal })
      .then(
        () => listener.synced(kind),
        () => undefined, // stopped before; another session lists again
      )
      .catch((error: unknown) => listener.defect(home, error))
  }
}
