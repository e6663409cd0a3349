/**
 * The state of one source: what the server told, laid under what this process wrote. Pure: it is told what arrives and tells
 * what changed.
 *
 * Guarantees
 * - What readers see of an object never goes back to a version before an own write.
 * - Followers hear of each object's newest state, with the state they were told before as `previous`.
 * - An object that was deleted and made anew is told as `deleted` and `added`: it is another object.
 */
import { compareResourceVersions, type KubeObject } from '@kubewright/core'
import type { Change } from './change.ts'
import type { Hold } from './held-object.ts'
import type { IndexDefinition } from './index-definition.ts'
import { keyOf, ObjectStore } from './object-store.ts'
import { OwnWrites } from './own-writes.ts'

export interface FollowedOptions<Object extends KubeObject> {
  readonly hold: Hold<Object>
  readonly now: () => number
  readonly tell: (change: Change<Object>) => void
  /** Hears how long the server took to show an own write. */
  readonly echoed?: (lagMs: number) => void
}

type Told = Pick<Change, 'isInitial' | 'isEcho'>
const news: Told = { isInitial: false, isEcho: false }

export class FollowedObjects<Object extends KubeObject = KubeObject> {
  readonly #options: FollowedOptions<Object>
  readonly #own = new OwnWrites<Object>()
  #store: ObjectStore<Object>
  #filling: ObjectStore<Object> | undefined
  #isSynced = false

  constructor(options: FollowedOptions<Object>) {
    this.#options = options
    this.#store = new ObjectStore(options.hold)
  }

  /** What readers see. */
  get store(): ObjectStore<Object> {
    return this.#store
  }

  get isSynced(): boolean {
    return this.#isSynced
  }

  addIndex(definition: IndexDefinition): void {
    this.#store.addIndex(definition)
    this.#filling?.addIndex(definition)
  }

  /** Everything there is will arrive; readers keep the old state until `endFill`. */
  beginFill(): void {
    this.#filling = new ObjectStore(this.#options.hold, this.#store.indexes)
  }

  fill(object: Object): void {
    this.#filling!.put(keyOf(object.metadata), object)
  }

  fillRemoved(object: Object): void {
    this.#filling!.remove(keyOf(object.metadata))
  }

  abandonFill(): void {
    this.#filling = undefined
  }

  /** Everything has arrived, as it was at `version`: readers see it from now on. */
  endFill(version: string): void {
    const [before, after] = [this.#store, this.#filling!]
    const kept = this.#keepOwnWrites(after, version)
    this.#filling = undefined
    this.#store = after
    const isInitial = !this.#isSynced
    this.#isSynced = true
    const gone = new Map<string, Object>()
    for (const key of before.keys()) if (after.peek(key) === undefined) gone.set(key, before.peek(key)!.read())
    for (const [key, object] of gone) if (!kept.has(key)) this.#tellMove(key, object, undefined, news)
    for (const key of after.keys()) {
      if (kept.has(key)) continue
      const held = after.peek(key)!
      const known = before.peek(key)
      if (known?.uid === held.uid && known.resourceVersion === held.resourceVersion && this.#own.get(key) === undefined)
        continue
      this.#tellMove(key, known?.read(), held.read(), { isInitial, isEcho: false })
    }
  }

  /** Own writes the list does not know of yet are laid over it. Returns the keys for which nothing is told. */
  #keepOwnWrites(after: ObjectStore<Object>, version: string): ReadonlySet<string> {
    const kept = new Set<string>()
    for (const key of [...this.#own.keys()]) {
      const own = this.#own.get(key)!
      const listed = after.peek(key)
      if (!this.#isAhead(own, listed, version)) continue
      const written = this.#store.peek(key)
      if (written === undefined) after.remove(key)
      else after.put(key, written.read())
      kept.add(key)
    }
    return kept
  }

  /** Whether what this process wrote is newer than the list. */
  #isAhead(
    own: { readonly uid: string; readonly newest: string | undefined },
    listed: { readonly uid: string; readonly resourceVersion: string } | undefined,
    version: string,
  ): boolean {
    // A uid never comes back: what was deleted stays deleted, however old the list is.
    if (own.newest === undefined) return listed?.uid === own.uid
    if (listed?.uid === own.uid) return compareResourceVersions(listed.resourceVersion, own.newest) < 0
    return compareResourceVersions(version, own.newest) < 0
  }

  /** A change arrived. */
  change(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: Object): void {
    const key = keyOf(object.metadata)
    const { uid, resourceVersion } = object.metadata
    const isDeletion = type === 'DELETED'
    const own = this.#own.get(key)
    const verdict = this.#own.judge(key, uid, resourceVersion, isDeletion)
    if (verdict === 'hide') return
    const known = this.#store.peek(key)
    if (
      own === undefined &&
      known?.uid === uid &&
      compareResourceVersions(resourceVersion, known.resourceVersion) <= 0 &&
      !isDeletion
    )
      return
    const told = own === undefined ? known?.read() : own.told
    if (isDeletion) this.#store.remove(key)
    else this.#store.put(key, object)
    if (verdict === 'echo') this.#options.echoed?.(this.#options.now() - own!.at)
    this.#tell(told, isDeletion ? undefined : object, { isInitial: false, isEcho: verdict === 'echo' }, object)
  }

  /** This process wrote the object, and `isSelected` says whether it belongs here. */
  wrote(object: Object, isSelected: boolean): void {
    const key = keyOf(object.metadata)
    const known = this.#store.peek(key)
    const { uid, resourceVersion } = object.metadata
    if (known === undefined && !isSelected) return
    if (known?.uid === uid && compareResourceVersions(resourceVersion, known.resourceVersion) <= 0) return
    if (this.#isStale(key, uid, resourceVersion)) return
    this.#own.note(key, uid, resourceVersion, { told: known?.read(), at: this.#options.now() })
    if (isSelected) this.#store.put(key, object)
    else this.#store.remove(key)
  }

  /** This process removed the object with this uid. */
  removed(key: string, uid: string): void {
    const known = this.#store.peek(key)
    if (known?.uid !== uid) return
    this.#own.note(key, uid, undefined, { told: known.read(), at: this.#options.now() })
    this.#store.remove(key)
  }

  /** Answers may overtake each other: that of an older write says nothing once a newer one is known. */
  #isStale(key: string, uid: string, version: string): boolean {
    const own = this.#own.get(key)
    if (own === undefined || own.uid !== uid) return false
    return own.newest === undefined || compareResourceVersions(version, own.newest) <= 0
  }

  /** Tells what became of a key while everything was fetched anew, and settles what was written of it. */
  #tellMove(key: string, before: Object | undefined, after: Object | undefined, told: Told): void {
    const own = this.#own.get(key)
    const isEcho = own !== undefined && !own.isShared && after?.metadata.resourceVersion === own.newest
    this.#own.forget(key)
    this.#tell(own === undefined ? before : own.told, after, { ...told, isEcho })
  }

  /** @param last the last state of an object that went, where more is known than was told */
  #tell(before: Object | undefined, after: Object | undefined, { isInitial, isEcho }: Told, last?: Object): void {
    const tell = (type: Change['type'], object: Object, previous: Object | undefined) =>
      this.#options.tell({ type, object, previous, isInitial, isEcho, heardAt: this.#options.now() })
    if (after === undefined) {
      if (before !== undefined) tell('deleted', last?.metadata.uid === before.metadata.uid ? last : before, before)
      return
    }
    if (before === undefined) return tell('added', after, undefined)
    if (before.metadata.uid === after.metadata.uid) return tell('updated', after, before)
    tell('deleted', before, before)
    tell('added', after, undefined)
  }
}
