/**
 * Who owns whom, over all kinds. Hears of every object, and says of which ones something may have to be done. Pure: it does
 * nothing itself, and what it says is only a reason to look.
 *
 * Guarantees: an object whose owner goes, waits for its dependents, or was never there is named; so is one that waits for
 * dependents of which one has gone or no longer holds it up.
 */
import { formatApiVersion, isSameKind, type OwnerReference, type Ref } from '@kubewright/core'
import type { Kind } from './kind.ts'

/** Set by the server when an object was deleted together with, or without, what it owns. */
export const foregroundFinalizer = 'foregroundDeletion'
export const orphanFinalizer = 'orphan'

/** What of an object decides what becomes of it. */
export interface GraphNode {
  readonly uid: string
  readonly kind: Kind
  readonly ref: Ref
  readonly owners: readonly OwnerReference[]
  readonly isGoing: boolean
  /** Goes only after what it owns. */
  readonly isForeground: boolean
  /** Goes only after what it owns has been set free. */
  readonly isOrphaning: boolean
}

type Uids = readonly string[]

export class OwnerGraph {
  readonly #nodes = new Map<string, GraphNode>()
  /** By the uid of the owner, be it known or not: exactly the known nodes that name it. */
  readonly #dependents = new Map<string, Set<string>>()

  get size(): number {
    return this.#nodes.size
  }

  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid)
  }

  dependentsOf(uid: string): readonly GraphNode[] {
    return [...(this.#dependents.get(uid) ?? [])].map((dependent) => this.#nodes.get(dependent)!)
  }

  /** Those that keep an owner which goes after its dependents. */
  blockersOf(uid: string): readonly GraphNode[] {
    return this.dependentsOf(uid).filter(({ owners }) =>
      owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
    )
  }

  /** An object is there, or has changed. Returns whom to look at. */
  put(node: GraphNode): Uids {
    const before = this.#nodes.get(node.uid)
    this.#unlink(before)
    this.#nodes.set(node.uid, node)
    for (const { uid } of node.owners) this.#dependents.set(uid, (this.#dependents.get(uid) ?? new Set()).add(node.uid))
    const waiting = this.#waitingOwners(before)
    if (node.isForeground) return [node.uid, ...this.#dependentUids(node.uid), ...waiting]
    return node.isOrphaning || this.isSuspect(node) ? [node.uid, ...waiting] : waiting
  }

  /** Whether one of its owners may be absent, or on its way out after its dependents. */
  isSuspect(node: GraphNode): boolean {
    return node.owners.some((owner) => !this.#isSolid(node, owner))
  }

  /** An object is gone. Returns whom to look at. */
  remove(uid: string): Uids {
    const node = this.#nodes.get(uid)
    this.#unlink(node)
    this.#nodes.delete(uid)
    return [...this.#dependentUids(uid), ...this.#waitingOwners(node)]
  }

  /** Nobody hears of this kind any more. That is no word on what became of its objects. */
  forget(kind: Kind): void {
    for (const [uid, node] of this.#nodes) {
      if (node.kind !== kind) continue
      this.#unlink(node)
      this.#nodes.delete(uid)
    }
  }

  /** Known, to stay, and what and where the reference says it is. */
  #isSolid({ ref: { namespace } }: GraphNode, { uid, name, kind, apiVersion }: OwnerReference): boolean {
    const owner = this.#nodes.get(uid)
    if (owner === undefined || owner.isForeground) return false
    const isNear = owner.ref.namespace === undefined || owner.ref.namespace === namespace
    return isNear && owner.ref.name === name && isSameKind({ apiVersion, kind }, typeOf(owner.kind))
  }

  /** Owners that wait for their dependents, of whom this was one. */
  #waitingOwners(node: GraphNode | undefined): Uids {
    return (node?.owners ?? []).map(({ uid }) => uid).filter((uid) => this.#nodes.get(uid)?.isForeground === true)
  }

  #dependentUids(uid: string): Uids {
    return [...(this.#dependents.get(uid) ?? [])]
  }

  #unlink(node: GraphNode | undefined): void {
    if (node === undefined) return
    for (const { uid } of node.owners) {
      const dependents = this.#dependents.get(uid)
      dependents?.delete(node.uid)
      if (dependents?.size === 0) this.#dependents.delete(uid)
    }
  }
}

function typeOf({ group, version, kind }: Kind) {
  return { apiVersion: formatApiVersion({ group, version }), kind }
}
