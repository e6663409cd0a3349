/** Replicas that stay at a cluster when their originals are released from it. */
import type { Client } from '@kubewright/client'
import { type KubeObject, type Logger, type Ref, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { type HomeKind, kindId } from './home-kind.ts'
import { releaseFinalizers } from './home-run.ts'
import { finalizerOf, heldIdentities, replicaName, tenantNamespace } from './names.ts'

/** A replica left behind at an abandoned cluster. */
export interface LeftBehind {
  /** `websites.web.example.dev` */
  readonly kind: string
  readonly original: Ref
  /** The location of the replica, if it was ever created. */
  readonly replica: Ref
  /** The identity of the cluster. */
  readonly cluster: string
}

export interface AbandonmentParts {
  readonly kinds: ReadonlyMap<string, HomeKind>
  readonly client: Client
  /** The identity of the home cluster. */
  readonly origin: string
  readonly log: Logger
  readonly signal: AbortSignal
  /** The identities of peers, connected or not, with these names. */
  readonly identitiesOf: (names: readonly string[]) => ReadonlySet<string>
}

/** Finds originals that hold a cluster they need not, and releases them. */
export class Abandonment {
  readonly #parts: AbandonmentParts

  constructor(parts: AbandonmentParts) {
    this.#parts = parts
  }

  /** Releases all originals from a cluster that is no peer. */
  async abandon(identity: string): Promise<readonly LeftBehind[]> {
    const { kinds, signal } = this.#parts
    const left: LeftBehind[] = []
    for (const kind of Array.from(kinds.values())) {
      await kind.source.synced({ signal })
      for (const home of kind.source.list().filter((one) => kind.holds(one, finalizerOf(identity)))) {
        left.push(await this.#release(kind, home, identity))
      }
    }
    return left
  }

  /** Originals that may have a replica at a cluster that is no longer their destination; `undefined` while not known. */
  leftovers(resource: Pick<Resource, 'plural' | 'group'>): readonly LeftBehind[] | undefined {
    const kind = this.#parts.kinds.get(kindId(resource))
    if (kind === undefined) return []
    if (!kind.source.isSynced) return undefined
    return kind.source.list().flatMap((home) => this.#unwantedOf(kind, home))
  }

  /** Releases these originals, as far as they still hold the cluster. */
  async abandonLeftovers(left: readonly LeftBehind[]): Promise<readonly LeftBehind[]> {
    const given: LeftBehind[] = []
    for (const { kind: id, original, cluster } of left) {
      const kind = this.#parts.kinds.get(id)
      const home = kind?.source.get(original)
      if (kind === undefined || home === undefined || !kind.holds(home, finalizerOf(cluster))) continue
      given.push(await this.#release(kind, home, cluster))
    }
    return given
  }

  /** Logs a replica that may stay behind. */
  leave(kind: HomeKind, home: KubeObject, cluster: string): LeftBehind {
    const left = this.#leftBehind(kind, home, cluster)
    this.#parts.log.warn('finalizer of a cluster removed from the original, its replica may remain in that cluster', {
      ...left,
    })
    return left
  }

  async #release(kind: HomeKind, home: KubeObject, identity: string): Promise<LeftBehind> {
    const { client, signal } = this.#parts
    await releaseFinalizers({ client, kind, signal }, home, [identity])
    return this.leave(kind, home, identity)
  }

  /** An object with unknown destinations is left as it is. */
  #unwantedOf(kind: HomeKind, home: KubeObject): readonly LeftBehind[] {
    const destinations = home.metadata.deletionTimestamp === undefined ? kind.destinations(home) : []
    if (destinations === undefined) return []
    const wanted = this.#parts.identitiesOf(destinations)
    const held = heldIdentities(home.metadata.finalizers).filter((identity) => !wanted.has(identity))
    return held.map((identity) => this.#leftBehind(kind, home, identity))
  }

  #leftBehind(kind: HomeKind, home: KubeObject, cluster: string): LeftBehind {
    const original = refOf(home)
    const replica = { namespace: tenantNamespace(this.#parts.origin), name: replicaName(original) }
    return { kind: kind.id, original, replica, cluster }
  }
}
