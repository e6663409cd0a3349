/**
 * What the cluster is known to hold of what a controller applies, learned from the server's own bookkeeping: from every child
 * that arrives, and so also from those that were applied by the process before this one. It says when applying would change
 * nothing. Two short texts a child are kept.
 */
import { compareResourceVersions, type KubeObject } from '@kubewright/core'
import type { Child } from './child.ts'
import { digestOf } from './digest.ts'
import { controllerAnnotation } from './names.ts'
import { appliedFields, partOf } from './owned-fields.ts'

interface Known {
  readonly resourceVersion: string
  /** What this controller owns of it; `undefined` if nothing. */
  readonly owned: string | undefined
  /** What was last applied, and what the server made of it: quantities and the like are written in its own way. */
  readonly applied?: { readonly desired: string; readonly owned: string | undefined }
}

/** `unknown`: it has not been seen in this version, or not with its managed fields. */
export type Judgement = 'same' | 'differs' | 'unknown'

export class AppliedChildren {
  readonly #controller: string
  /** Exactly of objects that this controller has marked as its own, by uid. */
  readonly #known = new Map<string, Known>()

  /** Of children at hand: each is asked about several times. */
  readonly #desired = new WeakMap<Child, string>()

  /** Of kinds that nobody follows: the children of each owner, by uid. Nobody says when one of them goes; their owner's end is heard of. */
  readonly #unfollowed = new Map<string, Set<string>>()

  /** Labels of which only the value matters, whoever set it: the sharder brings a child to another shard by one. */
  readonly #anybodys: readonly string[]

  constructor(controller: string, anybodysLabels: readonly string[] = []) {
    this.#controller = controller
    this.#anybodys = anybodysLabels
  }

  get size(): number {
    return this.#known.size
  }

  /** Learns from an object as the server sent it. What is not this controller's costs nothing. */
  readonly inspect = (object: KubeObject): void => {
    const { uid, resourceVersion, annotations } = object.metadata
    if (annotations?.[controllerAnnotation] !== this.#controller || object.kind === 'PartialObjectMetadata') return
    const before = this.#known.get(uid)
    // A write is answered with it, and a watch tells of it once more.
    if (before?.resourceVersion === resourceVersion && before.owned !== undefined) return
    if (before !== undefined && compareResourceVersions(resourceVersion, before.resourceVersion) < 0) return
    if (object.metadata.managedFields === undefined) return
    this.#known.set(uid, { ...before, resourceVersion, owned: this.#ownedOf(object) })
  }

  /** `child` was applied, and this came of it. */
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
    if (!this.#anybodys.every((label) => labelOf(live, label) === labelOf(child.desired, label))) return 'differs'
    const desired = this.#desiredOf(child)
    const { owned, applied } = known
    if (owned === desired) return 'same'
    return applied?.desired === desired && applied.owned === owned ? 'same' : 'differs'
  }

  /** What is known of the child, whose kind nobody follows, is forgotten with its owner. */
  tie(owner: string, child: string): void {
    const children = this.#unfollowed.get(owner)
    if (children === undefined) this.#unfollowed.set(owner, new Set([child]))
    else children.add(child)
  }

  forget(uid: string): void {
    this.#known.delete(uid)
  }

  forgetOwner(owner: string): void {
    for (const child of this.#unfollowed.get(owner) ?? []) this.forget(child)
    this.#unfollowed.delete(owner)
  }

  #ownedOf(object: KubeObject): string | undefined {
    const fields = appliedFields(object, this.#controller)
    return fields === undefined ? undefined : digestOf(this.#compared(partOf(object, fields) as Partial<KubeObject>))
  }

  /** What is wanted, without what names the object: that belongs to nobody. */
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
    if (this.#anybodys.length === 0 || labels === undefined) return part
    const own = Object.entries(labels).filter(([label]) => !this.#anybodys.includes(label))
    return { ...rest, metadata: own.length === 0 ? metadata : { ...metadata, labels: Object.fromEntries(own) } }
  }
}

function labelOf({ metadata }: KubeObject, label: string): string | undefined {
  return metadata.labels?.[label]
}
