/**
 * Tracks the applied state of a controller's children, learned from the `managedFields` of every child that arrives. That includes
 * children applied by a previous process. It detects applies that would change nothing. Memory: two short digests per child.
 * See decision 0110.
 */
import type { KubeObject } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import type { Child } from './child.ts'
import { digestOf } from './digest.ts'
import { controllerAnnotation } from '../names.ts'
import { appliedFields, partOf } from '../managed-fields/owned-fields.ts'

interface Known {
  readonly resourceVersion: string
  /** Digest of the fields this controller owns; `undefined` if it owns none. */
  readonly owned: string | undefined
  /** The last applied digest, and the digest the server made of it: the server normalizes quantities and similar values. */
  readonly applied?: { readonly desired: string; readonly owned: string | undefined }
}

/** `unknown`: this resourceVersion has not been seen, or not with its managed fields. */
export type Judgement = 'same' | 'differs' | 'unknown'

export class AppliedChildren {
  readonly #controller: string
  /** Only objects annotated with this controller's name, by uid. */
  readonly #known = new Map<string, Known>()

  /** Memoized digests: each child is compared several times. */
  readonly #desired = new WeakMap<Child, string>()

  /** Children of kinds without a watch, by owner uid. No event reports their deletion, so they are dropped with their owner. */
  readonly #unwatched = new Map<string, Set<string>>()

  /**
   * Labels that are compared by value only, regardless of the field's owner: the sharder moves a child to another shard by such a label.
   * See decision 0240.
   */
  readonly #sharedLabels: readonly string[]

  constructor(controller: string, sharedLabels: readonly string[] = []) {
    this.#controller = controller
    this.#sharedLabels = sharedLabels
  }

  get size(): number {
    return this.#known.size
  }

  /** Learns from an object as the server sent it. Objects of other controllers cost nothing. */
  readonly inspect = (object: KubeObject): void => {
    const { uid, resourceVersion, annotations } = object.metadata
    if (annotations?.[controllerAnnotation] !== this.#controller || object.kind === 'PartialObjectMetadata') return
    const before = this.#known.get(uid)
    // A write returns this version, and the watch delivers it again.
    if (before?.resourceVersion === resourceVersion && before.owned !== undefined) return
    if (before !== undefined && compareResourceVersions(resourceVersion, before.resourceVersion) < 0) return
    if (object.metadata.managedFields === undefined) return
    this.#known.set(uid, { ...before, resourceVersion, owned: this.#ownedOf(object) })
  }

  /** Records that applying `child` returned `result`. */
  note(child: Child, result: KubeObject): void {
    this.inspect(result)
    const known = this.#known.get(result.metadata.uid)
    if (known?.resourceVersion !== result.metadata.resourceVersion) return
    const applied = { desired: this.#desiredOf(child), owned: known.owned }
    this.#known.set(result.metadata.uid, { ...known, applied })
  }

  /** Whether applying `child` would change `live`. */
  judge(child: Child, live: KubeObject): Judgement {
    const known = this.#known.get(live.metadata.uid)
    if (known?.resourceVersion !== live.metadata.resourceVersion) return 'unknown'
    if (!this.#sharedLabels.every((label) => labelOf(live, label) === labelOf(child.desired, label))) return 'differs'
    const desired = this.#desiredOf(child)
    const { owned, applied } = known
    if (owned === desired) return 'same'
    return applied?.desired === desired && applied.owned === owned ? 'same' : 'differs'
  }

  /** Ties a child whose kind has no watch to its owner, so that it is forgotten with the owner. */
  tie(owner: string, child: string): void {
    const children = this.#unwatched.get(owner)
    if (children === undefined) this.#unwatched.set(owner, new Set([child]))
    else children.add(child)
  }

  forget(uid: string): void {
    this.#known.delete(uid)
  }

  forgetOwner(owner: string): void {
    for (const child of this.#unwatched.get(owner) ?? []) this.forget(child)
    this.#unwatched.delete(owner)
  }

  #ownedOf(object: KubeObject): string | undefined {
    const fields = appliedFields(object, this.#controller)
    return fields === undefined ? undefined : digestOf(this.#compared(partOf(object, fields) as Partial<KubeObject>))
  }

  /** Digest of the desired object without its identifying fields: no field manager owns those. */
  #desiredOf(child: Child): string {
    const known = this.#desired.get(child)
    if (known !== undefined) return known
    const digest = this.#newDesiredOf(child)
    this.#desired.set(child, digest)
    return digest
  }

  #newDesiredOf({ desired }: Child): string {
    const { apiVersion: _, kind: _1, metadata, ...rest } = desired
    const { name: _2, namespace: _3, ...marks } = metadata
    return digestOf(this.#compared({ ...rest, metadata: marks } as Partial<KubeObject>))
  }

  #compared(part: Partial<KubeObject>): object {
    const { metadata: { labels, ...metadata } = {}, ...rest } = part
    if (this.#sharedLabels.length === 0 || labels === undefined) return part
    const own = Object.entries(labels).filter(([label]) => !this.#sharedLabels.includes(label))
    return { ...rest, metadata: own.length === 0 ? metadata : { ...metadata, labels: Object.fromEntries(own) } }
  }
}

function labelOf({ metadata }: KubeObject, label: string): string | undefined {
  return metadata.labels?.[label]
}
