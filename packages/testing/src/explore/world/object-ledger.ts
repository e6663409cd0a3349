/** Records which objects were written, by which role, and whether a write changed anything. */
import type { Role } from './actor.ts'
import { type CallName, isAside } from '../../requests/call-name.ts'
import { kindIn } from '../../requests/cluster-place.ts'
import { Interference } from '../state/interference.ts'
import { UserDeclarations } from './user-declarations.ts'

interface Written {
  readonly kind?: string
  readonly metadata?: {
    readonly name?: string
    readonly namespace?: string
    readonly uid?: string
    readonly resourceVersion?: string
    readonly generateName?: string
    readonly ownerReferences?: readonly { readonly uid?: string }[]
    readonly deletionTimestamp?: string
    readonly finalizers?: readonly string[]
  }
  /** From the Status response to a deletion. */
  readonly details?: { readonly uid?: string }
}

export class ObjectLedger {
  /** Every collection with a write. */
  readonly collections = new Set<string>()
  /** The creator of each object, by uid. */
  readonly made = new Map<string, Role>()
  /** The number of creations whose owners were deleted or being deleted: such objects are garbage collected. */
  readonly orphans = new Map<string, number>()
  /** How often the operator created and deleted an object, by `Deployment default/blog`. */
  readonly creations = new Map<string, number>()
  readonly deletions = new Map<string, number>()
  /** Objects that the user created and did not delete, by uid. */
  readonly wanted = new Map<string, string>()
  /** The user's actions other than declaring objects. */
  readonly interference = new Interference()
  /** The declarations of the user. */
  readonly declarations: UserDeclarations
  /** Garbage collection may have work: an object was deleted, or was created with an owner. */
  needsCollection = false
  readonly #versions = new Map<string, string>()
  /** The uids of objects with a deletion request. */
  readonly #leaving = new Set<string>()
  readonly #stored: (collection: string) => string

  /** @param stored maps a collection of any version to the one under which its objects are listed */
  constructor(stored: (collection: string) => string = (collection) => collection) {
    this.#stored = stored
    this.declarations = new UserDeclarations(stored)
  }

  /** Records a write and its response. Returns whether it changed anything. */
  note(by: Role, call: CallName, status: number, text: string): boolean {
    if (status < 200 || status >= 300) return false
    this.collections.add(this.#stored(call.collection))
    const { metadata = {}, details } = JSON.parse(text) as Written
    const { uid, resourceVersion } = metadata
    if (call.verb === 'delete' || call.verb === 'deletecollection') {
      this.#leaving.add(uid ?? details?.uid ?? '')
      return this.#removed(by, call, metadata)
    }
    if (uid === undefined || resourceVersion === undefined) return true // a subresource that is no object
    const isNew = status === 201 && !call.resource.includes('/')
    if (metadata.deletionTimestamp !== undefined || (isNew && metadata.ownerReferences !== undefined))
      this.needsCollection = true
    if (isNew) {
      this.made.set(uid, by)
      if (by === 'user' && !isAside(call)) this.wanted.set(uid, objectOf(call, metadata))
      if (by === 'operator' && !isAside(call)) this.#created(objectOf(call, metadata), metadata)
    }
    // Removing the last finalizer deletes the object without a new resource version.
    const isGone = metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0
    const hasChanged = isGone || this.#versions.get(uid) !== resourceVersion
    this.#versions.set(uid, resourceVersion)
    return hasChanged
  }

  /** Records a write of the user that changed something. */
  interferes(call: CallName, sent: string, answer: string): void {
    const { kind, metadata = {} } = JSON.parse(answer) as Written
    const { uid = '', namespace, name } = metadata
    const isTheirs = this.made.get(uid) === 'user'
    const called = `${kindIn(call.cluster, `${kind}`)} ${namespace === undefined ? name : `${namespace}/${name}`}`
    this.interference.write(call, sent, isTheirs ? undefined : { called, uid })
  }

  #unwant(call: CallName, uid: string | undefined): void {
    const object = objectOf(call, {})
    for (const [id, wanted] of this.wanted) if (id === uid || wanted === object) this.wanted.delete(id)
    // A deletecollection covers all objects of the collection.
    if (call.verb === 'deletecollection')
      for (const [id, wanted] of this.wanted) if (wanted.startsWith(object.trimEnd())) this.wanted.delete(id)
  }

  #created(object: string, { ownerReferences = [] }: NonNullable<Written['metadata']>): void {
    bump(this.creations, object)
    const isOrphan = ownerReferences.length > 0 && ownerReferences.every(({ uid = '' }) => this.#leaving.has(uid))
    if (isOrphan) bump(this.orphans, object)
  }

  #removed(by: Role, call: CallName, { uid, resourceVersion }: NonNullable<Written['metadata']>): boolean {
    this.needsCollection = true
    if (by === 'user') this.#unwant(call, uid)
    // The response for an object that waits for finalizers is the object itself; deleting it again changes nothing.
    const isKnown = uid !== undefined && resourceVersion !== undefined && this.#versions.get(uid) === resourceVersion
    if (isKnown) return false
    if (uid !== undefined && resourceVersion !== undefined) this.#versions.set(uid, resourceVersion)
    if (by === 'operator' && !isAside(call)) bump(this.deletions, objectOf(call, {}))
    return true
  }
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function objectOf(call: CallName, { generateName }: NonNullable<Written['metadata']>) {
  const { group, resource, namespace, name, cluster } = call
  const kind = kindIn(cluster, group === '' ? resource : `${resource}.${group}`)
  const called = generateName === undefined ? name : `${generateName}*`
  return `${kind} ${[namespace, called].filter((part) => part !== undefined).join('/')}`
}
