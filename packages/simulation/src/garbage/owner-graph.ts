/**
 * The graph of owners and dependents of all kinds. It receives every object, and returns the objects that may need action. Pure: it acts on
 * nothing, and its result is only a reason to check.
 *
 * Guarantees: it returns every object whose owner is deleted, is in foreground deletion, or never existed; and every object in foreground
 * deletion when one of its dependents is gone or does not block it any more.
 */
import type { OwnerReference, Ref } from '@kubewright/core'
import { formatApiVersion, isSameKind } from '@kubewright/core/object'
import type { Kind } from './kind.ts'

/** Set by the server for deletions with foreground and orphan propagation. */
export const foregroundFinalizer = 'foregroundDeletion'
export const orphanFinalizer = 'orphan'

/** The fields of an object that are relevant to garbage collection. */
export interface GraphNode {
  readonly uid: string
  readonly kind: Kind
  readonly ref: Ref
  readonly owners: readonly OwnerReference[]
  readonly isGoing: boolean
  /** The object is deleted only after its dependents. */
  readonly isForeground: boolean
  /** The object is deleted only after its dependents have been orphaned. */
  readonly isOrphaning: boolean
}

type Uids = readonly string[]

export class OwnerGraph {
  readonly #nodes = new Map<string, GraphNode>()
  /** By the uid of the owner, known or not: exactly the known nodes that refer to it. */
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

  /** Dependents that block the foreground deletion of their owner. */
  blockersOf(uid: string): readonly GraphNode[] {
    return this.dependentsOf(uid).filter(({ owners }) =>
      owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
    )
  }

  /** Adds or updates an object. Returns the objects to check. */
  put(node: GraphNode): Uids {
    const before = this.#nodes.get(node.uid)
    this.#unlink(before)
    this.#nodes.set(node.uid, node)
    for (const { uid } of node.owners) this.#dependents.set(uid, (this.#dependents.get(uid) ?? new Set()).add(node.uid))
    const waiting = this.#waitingOwners(before)
    if (node.isForeground) return [node.uid, ...this.#dependentUids(node.uid), ...waiting]
    return node.isOrphaning || this.isSuspect(node) ? [node.uid, ...waiting] : waiting
  }

  /** Whether one of its owners may be absent or in foreground deletion. */
  isSuspect(node: GraphNode): boolean {
    return node.owners.some((owner) => !this.#isSolid(node, owner))
  }

  /** Removes an object. Returns the objects to check. */
  remove(uid: string): Uids {
    const node = this.#nodes.get(uid)
    this.#unlink(node)
    this.#nodes.delete(uid)
    return [...this.#dependentUids(uid), ...this.#waitingOwners(node)]
  }

  /** Forgets a kind that is not watched any more. Its objects do not count as deleted. */
  forget(kind: Kind): void {
    for (const [uid, node] of this.#nodes) {
      if (node.kind !== kind) continue
      this.#unlink(node)
      this.#nodes.delete(uid)
    }
  }

  /** Whether the owner is known, not in foreground deletion, and matches the reference. */
  #isSolid({ ref: { namespace } }: GraphNode, { uid, name, kind, apiVersion }: OwnerReference): boolean {
    const owner = this.#nodes.get(uid)
    if (owner === undefined || owner.isForeground) return false
    const isNear = owner.ref.namespace === undefined || owner.ref.namespace === namespace
    return isNear && owner.ref.name === name && isSameKind({ apiVersion, kind }, typeOf(owner.kind))
  }

  /** Owners in foreground deletion of which this is a dependent. */
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
