/** One replicated kind in the home cluster: its objects, their destinations, and their outcome at each peer. */
import type { Source } from '@kubewright/cache'
import { formatRef, type KubeObject, type Logger, type Ref, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { Replication } from './define-replication.ts'
import { finalizerOf } from './names.ts'
import { isReplica } from './origin.ts'
import type { Outcome } from './outcome.ts'
import type { CopyRules } from './replica.ts'

/** A kind, regardless of version: `websites.web.example.dev`. */
export function kindId({ plural, group }: Pick<Resource, 'plural' | 'group'>): string {
  return group === '' ? plural : `${plural}.${group}`
}

export class HomeKind {
  readonly resource: Resource
  readonly id: string
  readonly source: Source
  /** Several replications may select objects of a kind; an object goes to the union of their destinations. */
  replications: readonly Replication[]
  /** Whether its status can hold a condition, as far as known. */
  keepsConditions: boolean
  readonly #outcomes = new Map<string, Map<string, Outcome>>()
  readonly #log: Logger

  constructor(source: Source, replications: readonly Replication[], log: Logger) {
    this.resource = source.resource
    this.id = kindId(source.resource)
    this.source = source
    this.replications = replications
    this.keepsConditions = this.hasStatus
    this.#log = log
  }

  get hasStatus(): boolean {
    return this.resource.subresources.includes('status')
  }

  get rules(): CopyRules {
    return { annotations: this.replications.flatMap(({ annotations }) => annotations) }
  }

  /** The peers of an object, in order; `undefined` if a destination function threw. */
  destinations(home: KubeObject): readonly string[] | undefined {
    if (isReplica(home)) return []
    try {
      return [...new Set(this.replications.flatMap((replication) => replication.destinations(home)))]
    } catch (error) {
      this.#log.error('destination function failed, replicas of the object are left unchanged', {
        kind: this.id,
        object: formatRef(refOf(home)),
        error,
      })
      return undefined
    }
  }

  /** The originals relevant to a peer: those destined for it, and those that may have a replica there. */
  concerning(peer: { readonly name: string; readonly identity: string }): readonly Ref[] {
    const finalizer = finalizerOf(peer.identity)
    return this.source
      .list()
      .filter((home) => this.holds(home, finalizer) || (this.destinations(home)?.includes(peer.name) ?? false))
      .map(refOf)
  }

  holds({ metadata }: KubeObject, finalizer: string): boolean {
    return metadata.finalizers?.includes(finalizer) ?? false
  }

  outcome(ref: Ref, peer: string): Outcome | undefined {
    return this.#outcomes.get(formatRef(ref))?.get(peer)
  }

  /** @returns whether the outcome changed */
  note(ref: Ref, peer: string, outcome: Outcome | undefined): boolean {
    const key = formatRef(ref)
    const known = this.#outcomes.get(key)
    if (isSame(known?.get(peer), outcome)) return false
    if (outcome !== undefined) this.#outcomes.set(key, (known ?? new Map()).set(peer, outcome))
    else if (known?.delete(peer) && known.size === 0) this.#outcomes.delete(key)
    return true
  }

  /** The number of originals by outcome at a peer: `Synced`, or the reason of the problem. */
  countAt(peer: string): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const outcomes of this.#outcomes.values()) {
      const outcome = outcomes.get(peer)
      if (outcome === undefined) continue
      const reason = outcome.state === 'synced' ? 'Synced' : outcome.reason
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
    return counts
  }

  /** Drops the outcomes of a removed peer. */
  forget(peer: string): void {
    for (const [key, outcomes] of this.#outcomes) {
      if (outcomes.delete(peer) && outcomes.size === 0) this.#outcomes.delete(key)
    }
  }
}

function isSame(one: Outcome | undefined, other: Outcome | undefined): boolean {
  if (one?.state !== 'problem' || other?.state !== 'problem') return one?.state === other?.state
  return one.reason === other.reason && one.message === other.message
}
