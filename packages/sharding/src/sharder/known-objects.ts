/**
 * The objects of a ring as known to the leading sharder: from lists, from a watch of objects without a shard, and from its
 * writes.
 */
import { controllerOf, type KubeObject } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import type { Resource } from '@kubewright/resource'
import { readPlaced } from '../ring/marks.ts'
import { partitionKey } from '../ring/partition-key.ts'
import type { Placed } from '../ring/placement.ts'
import { releasedNote } from '../names.ts'
import { xxh64 } from '../ring/xxh64.ts'

/** An object with its own key. */
export interface MainObject {
  readonly resource: Resource
  readonly key: string
  /** Hash of its key. */
  readonly hash: bigint
  readonly placed: Placed
  /** Whether it has belonged to a shard, as far as known. */
  readonly hadShard: boolean
}

/** An object that follows its controller owner. */
export interface ChildObject {
  readonly resource: Resource
  readonly owner: string
  readonly placed: Placed
}

export class KnownObjects {
  readonly #ring: string
  readonly #mains = new Map<string, MainObject>()
  readonly #children = new Map<string, ChildObject>()
  readonly #childrenOf = new Map<string, Set<string>>()
  /** Number of objects per shard that may act on them. */
  readonly #held = new Map<string, number>()

  constructor(ring: string) {
    this.#ring = ring
  }

  get mains(): Iterable<MainObject> {
    return this.#mains.values()
  }

  get size(): number {
    return this.#mains.size
  }

  main(uid: string): MainObject | undefined {
    return this.#mains.get(uid)
  }

  /** The known children of an object. */
  childrenOf(uid: string): readonly ChildObject[] {
    return [...(this.#childrenOf.get(uid) ?? [])].flatMap((child) => this.#children.get(child) ?? [])
  }

  child(uid: string): ChildObject | undefined {
    return this.#children.get(uid)
  }

  /** Number of objects that only this shard may act on. */
  heldBy(shard: string): number {
    return this.#held.get(shard) ?? 0
  }

  /** All shards named by an object. */
  get namedShards(): readonly string[] {
    return [...this.#held.keys()]
  }

  /** @param isNew whether it was created when it cannot have been assigned yet */
  noteMain(resource: Resource, object: KubeObject, isNew = false): MainObject {
    const { uid } = object.metadata
    const known = this.#mains.get(uid)
    const before = known?.placed
    // A watch may lag behind own writes and reads.
    if (known !== undefined && isOlder(object, known.placed)) return known
    const placed = readPlaced(object, this.#ring, before)
    const isConfirmedFree = placed.isConfirmedFree || (before === undefined && isNew && placed.note === '')
    const { key, hash } = known ?? hashed(partitionKey(resource, object.metadata))
    const hadShard = known?.hadShard === true || nameIn(placed) !== ''
    return this.#putMain({ resource, key, hash, placed: { ...placed, isConfirmedFree }, hadShard })
  }

  /** All shards have confirmed that they do not act on it. */
  confirmFree(uid: string): void {
    const main = this.#mains.get(uid)
    if (main !== undefined && main.placed.note === '')
      this.#putMain({ ...main, placed: { ...main.placed, isConfirmedFree: true } })
  }

  noteChild(resource: Resource, object: KubeObject): ChildObject | undefined {
    const owner = controllerOf(object)?.uid
    const { uid } = object.metadata
    this.remove(uid)
    if (owner === undefined) return undefined
    const child = { resource, owner, placed: readPlaced(object, this.#ring) }
    this.#children.set(uid, child)
    const siblings = this.#childrenOf.get(owner) ?? new Set()
    this.#childrenOf.set(owner, siblings.add(uid))
    return child
  }

  remove(uid: string): void {
    const main = this.#mains.get(uid)
    if (main !== undefined) this.#count(main.placed, -1)
    this.#mains.delete(uid)
    const child = this.#children.get(uid)
    if (child === undefined) return
    this.#children.delete(uid)
    const siblings = this.#childrenOf.get(child.owner)
    siblings?.delete(uid)
    if (siblings?.size === 0) this.#childrenOf.delete(child.owner)
  }

  /**
   * Removes the objects of a kind that a list did not contain, unless they are newer than the list; without a list all of
   * them.
   */
  retain({ group, kind }: Resource, uids: ReadonlySet<string>, version?: string): void {
    for (const { resource, placed } of [...this.#mains.values(), ...this.#children.values()]) {
      if (resource.group !== group || resource.kind !== kind || uids.has(placed.uid)) continue
      const isNewer = version !== undefined && compareResourceVersions(placed.resourceVersion, version) > 0
      if (!isNewer) this.remove(placed.uid)
    }
  }

  #putMain(main: MainObject): MainObject {
    const before = this.#mains.get(main.placed.uid)
    if (before !== undefined) this.#count(before.placed, -1)
    this.#mains.set(main.placed.uid, main)
    this.#count(main.placed, 1)
    return main
  }

  #count(placed: Placed, by: 1 | -1): void {
    const shard = nameIn(placed)
    if (shard === '') return
    const held = (this.#held.get(shard) ?? 0) + by
    if (held > 0) this.#held.set(shard, held)
    else this.#held.delete(shard)
  }
}

/** The only shard that may act on it, or might; empty if there is none. */
function nameIn({ note, remembered }: Placed): string {
  const shard = note === '' ? remembered : note
  return shard === releasedNote ? '' : shard
}

function isOlder({ metadata }: KubeObject, { resourceVersion }: Placed): boolean {
  return compareResourceVersions(metadata.resourceVersion, resourceVersion) < 0
}

function hashed(key: string): Pick<MainObject, 'key' | 'hash'> {
  return { key, hash: xxh64(key) }
}
