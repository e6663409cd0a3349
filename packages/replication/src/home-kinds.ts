/** The replicated kinds in the home cluster: watched from their first replication until nothing is left of them. */
import type { Cache, Change } from '@kubewright/cache'
import { type KubeObject, type Logger, type Ref, refOf } from '@kubewright/core'
import type { Replication } from './define-replication.ts'
import { HomeKind, kindId } from './home-kind.ts'
import { heldIdentities } from './names.ts'
import { isReplica } from './origin.ts'
import type { PeerSession } from './peer-session.ts'
import { isMarked } from './status-return.ts'

export interface HomeKindsParts {
  readonly cache: Cache
  readonly log: Logger
  readonly signal: AbortSignal
  readonly sessions: () => Iterable<PeerSession>
  /** Enqueues an original for a status update. */
  readonly touchHome: (kind: HomeKind, ref: Ref) => void
}

export class HomeKinds implements Disposable {
  readonly #parts: HomeKindsParts
  readonly #kinds = new Map<string, HomeKind>()

  constructor(parts: HomeKindsParts) {
    this.#parts = parts
  }

  /** By id. */
  get all(): ReadonlyMap<string, HomeKind> {
    return this.#kinds
  }

  /** A kind that is no longer replicated is watched until nothing is left of it. */
  update(all: readonly Replication[]): void {
    const wanted = new Map<string, Replication[]>()
    for (const replication of all) {
      const id = kindId(replication.resource)
      wanted.set(id, [...(wanted.get(id) ?? []), replication])
    }
    for (const [id, replications] of wanted) {
      if (!this.#kinds.has(id)) this.#follow(replications)
    }
    for (const kind of this.#kinds.values()) {
      kind.replications = wanted.get(kind.id) ?? []
      if (kind.source.isSynced) for (const home of kind.source.list()) this.#dispatch(kind, home, undefined)
      this.#releaseIfOver(kind)
    }
  }

  [Symbol.dispose](): void {
    for (const kind of this.#kinds.values()) kind.source[Symbol.dispose]()
  }

  #follow(replications: readonly Replication[]): void {
    const { cache, log, signal, sessions } = this.#parts
    const source = cache.source(replications[0]!.resource)
    const kind = new HomeKind(source, replications, log)
    this.#kinds.set(kind.id, kind)
    source.subscribe((change) => this.#changed(kind, change))
    for (const session of sessions()) session.updateKinds()
    source.synced({ signal }).then(
      () => this.#synced(kind),
      () => undefined, // disposed or stopped before
    )
  }

  /** Peers may have synced before and leaving ones wait for this, and an unused kind may be finished. */
  #synced(kind: HomeKind): void {
    for (const session of this.#parts.sessions()) {
      session.homeSynced(kind)
      if (session.peer.isLeaving === true) session.checkNow()
    }
    if (this.#kinds.get(kind.id) === kind) this.#releaseIfOver(kind)
  }

  /** A kind without replications is released when no original has a finalizer of a peer. */
  #releaseIfOver(kind: HomeKind): void {
    if (kind.replications.length > 0 || !kind.source.isSynced) return
    if (
      kind.source.list().some((home) => heldIdentities(home.metadata.finalizers).length > 0 || isMarkedOriginal(home))
    )
      return
    this.#kinds.delete(kind.id)
    for (const session of this.#parts.sessions()) session.updateKinds()
    kind.source[Symbol.dispose]()
  }

  #changed(kind: HomeKind, { object, previous, type }: Change): void {
    this.#dispatch(kind, object, previous)
    if (type === 'deleted' || kind.replications.length === 0) this.#releaseIfOver(kind)
  }

  /** Only to peers that are or were its destination, or may hold its replica. */
  #dispatch(kind: HomeKind, home: KubeObject, previous: KubeObject | undefined): void {
    const { sessions, touchHome } = this.#parts
    const ref = refOf(home)
    const names = new Set([home, previous].flatMap((one) => (one === undefined ? [] : (kind.destinations(one) ?? []))))
    const held = new Set(
      heldIdentities([...(home.metadata.finalizers ?? []), ...(previous?.metadata.finalizers ?? [])]),
    )
    for (const session of sessions()) {
      if (names.has(session.peer.name) || held.has(session.peer.identity)) session.add(kind, ref)
    }
    if (names.size > 0 || held.size > 0 || isMarkedOriginal(home)) touchHome(kind, ref)
  }
}

/** Whether an original carries a condition or annotation of replication. */
function isMarkedOriginal(home: KubeObject): boolean {
  return !isReplica(home) && isMarked(home)
}
