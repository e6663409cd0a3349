/**
 * The state of one source: the objects from the server, overlaid with the writes of this process. Does no I/O: events go in,
 * changes come out.
 *
 * Guarantees
 * - Reads of an object never go back to a version before an own write.
 * - Subscribers receive each object's newest state, with the state delivered before as `previous`.
 * - Changes of an object are withheld while this process writes it: only the response tells an echo from news.
 * - An object that was deleted and recreated is delivered as `deleted` and `added`: it is another object.
 */
import type { ChangeEvent } from '@kubewright/client/verbs'
import type { KubeObject } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import { AwaitedVersions } from './awaited-versions.ts'
import type { Change } from './change.ts'
import type { Held, Hold } from './held-object.ts'
import type { IndexDefinition } from './index-definition.ts'
import { type IndexFailed, IndexFailures } from './index-failures.ts'
import { keyOf, ObjectStore } from './object-store.ts'
import type { AskedChange } from './requested-change.ts'
import { WriteAccount } from './write-account.ts'

export interface FollowedOptions<Item extends KubeObject> {
  readonly hold: Hold<Item>
  readonly now: () => number
  /** Receives changes after readers can see them. Simultaneous changes come in one call. */
  readonly tell: (changes: readonly Change<Item>[]) => void
  /** Receives errors thrown by index functions, unless a holder of the index receives them. */
  readonly report?: (error: unknown) => void
  /** Receives the time from the response to an own write until the watch delivered it. */
  readonly echoed?: (lagMs: number) => void
}

/** The fields shared by all changes of one delivery. */
type How = Pick<Change, 'isInitial' | 'echoOf' | 'heardAt'>

/** How many deletion tombstones to keep while no watch event has confirmed them. */
const mostRemoved = 1_000

/** A write that was answered. */
export interface Written {
  /** Whether the object belongs to this source. */
  readonly isSelected: boolean
  readonly writer: string
  readonly asked: AskedChange
}

/** A write that was sent and not answered. */
export interface WriteInProgress {
  readonly key: string
  /** The uid known when the write began. */
  readonly uid: string | undefined
}

export class FollowedObjects<Item extends KubeObject = KubeObject> {
  readonly #options: FollowedOptions<Item>
  readonly #indexFailures: IndexFailures
  /** Objects with writes in flight, or whose writes the watch has not delivered yet. */
  readonly #accounts = new Map<string, WriteAccount<Item>>()
  /** The accounts that can be settled when the watch reaches a version. */
  readonly #awaited = new AwaitedVersions()
  /**
   * Tombstones: objects that this process removed, keys by uid, until the watch delivers the deletion. The watch may still
   * deliver an older state.
   */
  readonly #removed = new Map<string, string>()
  #store: ObjectStore<Item>
  #filling: ObjectStore<Item> | undefined
  #isSynced = false
  /** Everything up to this version has arrived. */
  #progress = '0'
  /** Changes to deliver once the state is consistent again; empty whenever foreign code runs. */
  #untold: Change<Item>[] = []

  constructor(options: FollowedOptions<Item>) {
    this.#options = options
    this.#indexFailures = new IndexFailures((error) => options.report?.(error))
    this.#store = this.#newStore()
  }

  /** The state that readers see. */
  get store(): ObjectStore<Item> {
    return this.#store
  }

  get isSynced(): boolean {
    return this.#isSynced
  }

  /** Everything up to this version has arrived. */
  get progress(): string {
    return this.#progress
  }

  /** The objects as subscribers know them after all deliveries. Changes of objects being written are delivered once settled. */
  told(): readonly Item[] {
    const objects: Item[] = []
    for (const key of this.#store.keys()) if (!this.#accounts.has(key)) objects.push(this.#store.peek(key)!.read())
    for (const { told } of this.#accounts.values()) if (told !== undefined) objects.push(told)
    return objects
  }

  /** Returns the registration of `failed`, if any. The index itself remains. */
  addIndex(definition: IndexDefinition, failed?: IndexFailed): Disposable | undefined {
    const receiving = failed && this.#indexFailures.add(definition, failed)
    this.#store.addIndex(definition)
    this.#filling?.addIndex(definition)
    return receiving
  }

  /** A full list follows. Readers keep the old state until `endFill`. */
  beginFill(): void {
    this.#filling = this.#newStore(this.#store.indexes)
  }

  fill(object: Item): void {
    this.#filling!.put(keyOf(object.metadata), object)
  }

  fillRemoved(object: Item): void {
    this.#filling!.remove(keyOf(object.metadata))
  }

  abandonFill(): void {
    this.#filling = undefined
  }

  /** The list is complete as of `version`: readers see it from now on. */
  endFill(version: string): void {
    const [before, after] = [this.#store, this.#filling!]
    const isInitial = !this.#isSynced
    const written = [...this.#accounts.keys()]
    for (const key of written) this.#layOver(key, after, version)
    for (const [uid, key] of this.#removed) if (after.peek(key)?.uid === uid) after.remove(key)
    this.#awaited.take(version)
    this.#filling = undefined
    this.#store = after
    this.#isSynced = true
    this.#progress = version
    const how = { isInitial, echoOf: undefined, heardAt: this.#options.now() }
    for (const [key, held] of before.entries()) {
      const isGone = after.peek(key) === undefined && !this.#accounts.has(key)
      if (isGone) this.#tell(held.read(), undefined, { ...how, isInitial: false })
    }
    for (const [key, held] of after.entries())
      if (!this.#accounts.has(key)) this.#tellListed(before.peek(key), held, how)
    for (const key of written) this.#settle(key)
    this.#tellAll()
  }

  /** Overlays the list with writes that are newer than it. */
  #layOver(key: string, after: ObjectStore<Item>, version: string): void {
    const account = this.#accounts.get(key)!
    const listed = after.peek(key)
    account.sawListed(listed?.uid, version)
    if (account.isAheadOf(listed, version)) {
      const written = this.#store.peek(key)
      if (written === undefined) after.remove(key)
      else after.put(key, written.read())
    } else if (listed !== undefined) account.saw(listed.read())
  }

  #tellListed(known: Held<Item> | undefined, held: Held<Item>, how: How): void {
    if (known?.uid === held.uid && known.resourceVersion === held.resourceVersion) return
    this.#tell(known?.read(), held.read(), how)
  }

  /** A bookmark: every change up to `version` has arrived. */
  reached(version: string): void {
    this.#reached(version)
    this.#tellAll()
  }

  #reached(version: string): void {
    if (isOlder(version, this.#progress)) return
    this.#progress = version
    for (const key of this.#awaited.take(version)) this.#settle(key)
  }

  /** The held object, if it has the uid and resourceVersion of a watch event. */
  sameVersion({ name, namespace, uid, resourceVersion }: Omit<ChangeEvent<Item>, 'object'>): Item | undefined {
    const held = this.#store.peek(keyOf({ name, namespace }))
    return held?.uid === uid && held.resourceVersion === resourceVersion ? held.read() : undefined
  }

  /** A watch event. Events that are repeated, or older than the list, are ignored: they could bring back deleted objects. */
  change({ type, object }: Pick<ChangeEvent<Item>, 'type' | 'object'>): void {
    const { resourceVersion } = object.metadata
    if (!isOlder(this.#progress, resourceVersion)) return
    const key = keyOf(object.metadata)
    const isDeletion = type === 'DELETED'
    const account = this.#accounts.get(key)
    if (account === undefined) this.#takeOver(key, object, isDeletion)
    else this.#enter(account, key, object, isDeletion)
    if (isDeletion) this.#removed.delete(object.metadata.uid)
    this.#reached(resourceVersion)
    this.#settle(key)
    this.#tellAll()
  }

  #takeOver(key: string, object: Item, isDeletion: boolean): void {
    if (!isDeletion && this.#removed.has(object.metadata.uid)) return
    const known = this.#store.peek(key)
    this.#put(key, isDeletion ? undefined : object)
    this.#tell(known?.read(), isDeletion ? undefined : object, this.#news(undefined), object)
  }

  #enter(account: WriteAccount<Item>, key: string, object: Item, isDeletion: boolean): void {
    const { uid, resourceVersion } = object.metadata
    if (isDeletion) account.sawDeparture(uid, resourceVersion)
    else account.saw(object)
    if (isDeletion) account.lastSeen = object
    if (!isDeletion && this.#removed.has(uid)) return
    if (!account.isPast(uid, resourceVersion, isDeletion)) this.#put(key, isDeletion ? undefined : object)
  }

  /** This process starts to write the object. Its changes are withheld until the response arrives. */
  beginWrite(key: string): WriteInProgress {
    const known = this.#store.peek(key)
    this.#accountOf(key).inFlight++
    return { key, uid: known?.uid }
  }

  /** The write was answered, successfully or not. Its result, if any, was recorded before. */
  endWrite({ key }: WriteInProgress): void {
    this.#accountOf(key).inFlight--
    this.#settle(key)
    this.#tellAll()
  }

  /** This process wrote the object. */
  wrote(object: Item, { isSelected, writer, asked }: Written): void {
    const { uid, resourceVersion } = object.metadata
    const key = keyOf(object.metadata)
    const isKnown = this.#store.peek(key) !== undefined || this.#accounts.get(key)?.told !== undefined
    if (!isKnown && !isSelected) return // never visible here, and does not match the scope
    const isNewest = this.#accountOf(key).wrote(object, { at: this.#options.now(), writer, asked })
    // Versions up to `progress` have been delivered by the watch, possibly followed by newer ones.
    if (isNewest && isOlder(this.#progress, resourceVersion)) {
      // The response to an earlier write may arrive after that of a deletion.
      this.#put(key, isSelected && !this.#removed.has(uid) ? object : undefined)
      this.#awaited.add(resourceVersion, key)
    }
    this.#settle(key)
    this.#tellAll()
  }

  /**
   * The write removed the object.
   *
   * @param uid of the removed object, if the server returned it; the object known when the write began is gone in any case
   */
  removed({ key, uid: known }: WriteInProgress, writer: string, uid: string | undefined = known): void {
    const shown = this.#store.peek(key)?.uid
    // A different uid than the known one means that another client was involved: then it is news.
    if (known !== undefined && known === uid)
      this.#accountOf(key).removed(uid, shown === uid, { at: this.#options.now(), writer })
    for (const one of [known, uid]) if (one !== undefined) this.#hide(one, key)
  }

  #hide(uid: string, key: string): void {
    if (this.#store.peek(key)?.uid === uid) this.#put(key, undefined)
    if (this.#accounts.get(key)?.hasLeft(uid) === true) return
    this.#removed.set(uid, key)
    if (this.#removed.size > mostRemoved) this.#removed.delete(this.#removed.keys().next().value!)
  }

  #accountOf(key: string): WriteAccount<Item> {
    let account = this.#accounts.get(key)
    if (account === undefined) this.#accounts.set(key, (account = new WriteAccount(this.#store.peek(key)?.read())))
    return account
  }

  #newStore(indexes: Iterable<IndexDefinition> = []): ObjectStore<Item> {
    const { hold } = this.#options
    return new ObjectStore({ hold, indexes, report: (...failure) => this.#indexFailures.report(...failure) })
  }

  #put(key: string, object: Item | undefined): void {
    if (object === undefined) this.#store.remove(key)
    else this.#store.put(key, object)
  }

  /** Delivers the outcome of own writes, once it is known. */
  #settle(key: string): void {
    const account = this.#accounts.get(key)
    if (account === undefined || !account.isSettledAt(this.#progress)) return
    this.#accounts.delete(key)
    const now = this.#store.peek(key)?.read()
    const { echoOf } = account
    if (echoOf !== undefined) this.#options.echoed?.(Math.max(0, this.#options.now() - account.answeredAt))
    // Created by this process and removed by another client before delivery: the creator must learn of it.
    const isLost = account.told === undefined && now === undefined && echoOf === undefined
    this.#tell(isLost ? account.lastWritten : account.told, now, this.#news(echoOf), account.lastSeen)
  }

  #news(echoOf: string | undefined): How {
    return { isInitial: false, echoOf, heardAt: this.#options.now() }
  }

  /** @param last the last state of a deleted object, if it is newer than the delivered one */
  #tell(before: Item | undefined, after: Item | undefined, how: How, last?: Item): void {
    if (before !== undefined && before.metadata.uid === after?.metadata.uid) {
      const isNew = before.metadata.resourceVersion !== after.metadata.resourceVersion
      if (isNew) this.#untold.push(change('updated', after, before, how))
      return
    }
    const departed = last !== undefined && last.metadata.uid === before?.metadata.uid ? last : before
    if (departed !== undefined) this.#untold.push(change('deleted', departed, before, how))
    if (after !== undefined) this.#untold.push(change('added', after, undefined, how))
  }

  #tellAll(): void {
    if (this.#untold.length === 0) return
    const changes = this.#untold
    this.#untold = []
    this.#options.tell(changes)
  }
}

function change<Item extends KubeObject>(
  type: Change['type'],
  object: Item,
  previous: Item | undefined,
  { isInitial, echoOf, heardAt }: How,
): Change<Item> {
  return { type, object, previous, isInitial, echoOf, heardAt }
}

function isOlder(version: string, than: string): boolean {
  return compareResourceVersions(version, than) < 0
}
