/** Checks the owners of one object at a time against the server, and deletes or updates the object accordingly. */
import { ignoreNotFound, type PartialObject } from '@kubewright/client'
import type { ControllerHost } from '@kubewright/controller/host'
import { formatRef, type OwnerReference, type Ref } from '@kubewright/core'
import { tellInvalidOwner } from './invalid-owner-event.ts'
import { type Kind, kindName, kindOf } from './kind.ts'
import { foregroundFinalizer, type GraphNode, orphanFinalizer, type OwnerGraph } from './owner-graph.ts'
import { RecentSet } from './recent-set.ts'
import { type JudgedOwner, type OwnerState, type Verdict, verdictOn } from './verdict.ts'

export interface CollectorOptions {
  readonly host: Pick<ControllerHost, 'client' | 'clock' | 'ids' | 'log' | 'reporter'>
  readonly graph: OwnerGraph
  /** Every kind that the server is known to serve. */
  readonly kinds: () => Iterable<Kind>
  readonly signal: AbortSignal
}

/** The kind of an owner is not served, so its existence is unknown: nothing is deleted in that case. */
class UnknownOwner extends Error {}

/** The owner is namespaced, but its dependent is cluster-scoped. */
const misplaced = Symbol('misplaced')

export class Collector {
  readonly #options: CollectorOptions
  /** Owners that the server does not have. Uids are never reused. */
  readonly #absent = new RecentSet(1_000)
  readonly #told = new RecentSet(1_000)

  constructor(options: CollectorOptions) {
    this.#options = options
  }

  /** Failure: rejects with the error of the server; then the check is to be retried. */
  async look(uid: string): Promise<void> {
    const node = this.#options.graph.get(uid)
    if (node === undefined) return
    if (node.isOrphaning) return await this.#setDependentsFree(node)
    if (node.isForeground) return await this.#endForeground(node)
    if (!node.isGoing && this.#options.graph.isSuspect(node)) await this.#judge(node)
  }

  /** Removes the owner reference from all dependents; then the owner can be deleted. */
  async #setDependentsFree(owner: GraphNode): Promise<void> {
    const { graph } = this.#options
    for (const dependent of graph.dependentsOf(owner.uid)) {
      const live = await this.#read(dependent)
      const owners = live?.metadata.ownerReferences ?? []
      if (live === undefined || !owners.some(({ uid }) => uid === owner.uid)) continue
      await this.#setOwners(
        dependent,
        live,
        owners.filter(({ uid }) => uid !== owner.uid),
      )
    }
    await this.#removeFinalizer(owner, orphanFinalizer)
  }

  /** The dependents are checked separately; this only checks whether one still blocks the deletion. */
  async #endForeground(owner: GraphNode): Promise<void> {
    if (this.#options.graph.blockersOf(owner.uid).length === 0) await this.#removeFinalizer(owner, foregroundFinalizer)
  }

  async #judge(node: GraphNode): Promise<void> {
    const { graph } = this.#options
    // The cache may be stale: deletions are decided by a live read.
    const live = await this.#read(node)
    if (live === undefined || live.metadata.deletionTimestamp !== undefined) return
    const owners: JudgedOwner[] = []
    for (const reference of live.metadata.ownerReferences ?? []) {
      const state = await this.#stateOf(reference, node)
      if (state === misplaced) return await this.#tell(node, reference)
      owners.push({ reference, state })
    }
    const dependents = graph.dependentsOf(node.uid)
    const verdict = verdictOn(owners, {
      finalizers: live.metadata.finalizers ?? [],
      hasDependents: dependents.length > 0,
      hasWaitingDependents: dependents.some(({ isForeground }) => isForeground),
    })
    await this.#execute(verdict, node, live)
  }

  async #execute(verdict: Verdict, node: GraphNode, live: PartialObject): Promise<void> {
    const { host, signal } = this.#options
    if (verdict.type === 'keep') return
    if (verdict.type === 'disown') return void (await this.#setOwners(node, live, verdict.owners))
    let { resourceVersion } = live.metadata
    if (verdict.unblocks) {
      const owners = (live.metadata.ownerReferences ?? []).map((one) => ({ ...one, blockOwnerDeletion: false }))
      resourceVersion = (await this.#setOwners(node, live, owners)) ?? resourceVersion
    }
    const { propagation: propagationPolicy } = verdict
    const preconditions = { uid: node.uid, resourceVersion }
    host.log.debug('garbage collecting object', {
      object: formatRef(node.ref),
      kind: kindName(node.kind),
      propagationPolicy,
    })
    await host.client.metadata
      .delete(node.kind, node.ref, { preconditions, propagationPolicy, signal })
      .catch(ignoreNotFound)
  }

  async #stateOf(reference: OwnerReference, dependent: GraphNode): Promise<OwnerState | typeof misplaced> {
    const { kinds, graph } = this.#options
    const kind = kindOf(reference, kinds())
    if (kind === undefined) throw new UnknownOwner(`${reference.apiVersion} ${reference.kind} is not served`)
    const { namespace } = dependent.ref
    if (kind.scope === 'Namespaced' && namespace === undefined) return misplaced
    const elsewhere = graph.get(reference.uid)?.ref
    if (elsewhere?.namespace !== undefined && elsewhere.namespace !== namespace) await this.#tell(dependent, reference)
    const { name, uid } = reference
    const key = `${uid} ${namespace ?? ''}`
    if (this.#absent.has(key)) return 'absent'
    const place: Ref = kind.scope === 'Cluster' || namespace === undefined ? { name } : { name, namespace }
    const owner = await this.#get(kind, place)
    if (owner === undefined || owner.metadata.uid !== uid) {
      this.#absent.add(key)
      return 'absent'
    }
    const isWaiting =
      owner.metadata.deletionTimestamp !== undefined &&
      owner.metadata.finalizers?.includes(foregroundFinalizer) === true
    return isWaiting ? 'waiting' : 'solid'
  }

  /** Reports each invalid reference once: it stays invalid until it is repaired. */
  async #tell(node: GraphNode, reference: OwnerReference): Promise<void> {
    const key = `${node.uid} ${reference.uid}`
    if (this.#told.has(key)) return
    this.#told.add(key)
    await tellInvalidOwner(this.#options.host, node, reference, this.#options.signal)
  }

  async #removeFinalizer(node: GraphNode, finalizer: string): Promise<void> {
    const live = await this.#read(node)
    const finalizers = live?.metadata.finalizers ?? []
    if (live === undefined || !finalizers.includes(finalizer)) return
    await this.#patch(node, live, { finalizers: finalizers.filter((one) => one !== finalizer) })
  }

  async #setOwners(
    node: GraphNode,
    live: PartialObject,
    ownerReferences: readonly OwnerReference[],
  ): Promise<string | undefined> {
    return await this.#patch(node, live, { ownerReferences })
  }

  /** Patches with the resource version that was read (optimistic concurrency). */
  async #patch({ kind, ref, uid }: GraphNode, live: PartialObject, change: object): Promise<string | undefined> {
    const { host, signal } = this.#options
    const { resourceVersion } = live.metadata
    const patch = { metadata: { uid, resourceVersion, ...change } }
    const written = await host.client.metadata.patch(kind, ref, patch, { signal }).catch(ignoreNotFound)
    return written?.metadata.resourceVersion
  }

  /** A live read of this object. */
  async #read({ kind, ref, uid }: GraphNode): Promise<PartialObject | undefined> {
    const live = await this.#get(kind, ref)
    return live?.metadata.uid === uid ? live : undefined
  }

  #get(kind: Kind, ref: Ref): Promise<PartialObject | undefined> {
    const { host, signal } = this.#options
    return host.client.metadata.get(kind, ref, { signal }).catch(ignoreNotFound)
  }
}
