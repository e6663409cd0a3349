/**
 * The state of one object while this process writes it, until the watch has delivered the writes. Responses and watch events
 * can overtake each other in both directions: only with both can an own change be recognized.
 */
import type { KubeObject } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import { type AskedChange, isMadeBy } from './requested-change.ts'

/** When a write was answered, and its writer. */
export interface Answer {
  readonly at: number
  readonly writer: string
}

/** How many states of an object are kept for comparison; responses rarely overtake more. */
const mostStates = 8

export class WriteAccount<Item extends KubeObject> {
  /** The state last delivered to subscribers. */
  readonly told: Item | undefined
  /** Writes in flight. */
  inFlight = 0
  /** The final state of the object, if the watch delivered its deletion. */
  lastSeen: Item | undefined
  /** The newest state that this process wrote. */
  lastWritten: Item | undefined
  /** When the newest response arrived. */
  answeredAt = 0
  /** Versions that this process wrote. */
  readonly #own = new Set<string>()
  readonly #writers = new Set<string>()
  /** Versions that the watch delivered. */
  readonly #seen: string[] = []
  #newest: string | undefined
  /** The newest known states from any client, oldest first: the state each write started from is among them. */
  #states: readonly Item[]
  /** Uids of the objects that this process removed. */
  readonly #removed = new Set<string>()
  /** Set by a list, which shows only the final state: another client may have made changes in between. */
  #isBlind = false
  /** Versions of the deletions that the watch delivered, by uid. */
  readonly #gone = new Map<string, string>()

  constructor(told: Item | undefined) {
    this.told = told
    this.#states = told === undefined ? [] : [told]
  }

  /** A write returned this state of the object. Returns whether it is the newest one known. */
  wrote(object: Item, { at, writer, asked }: Answer & { readonly asked: AskedChange }): boolean {
    const { resourceVersion } = object.metadata
    this.answeredAt = at
    if (isMadeBy(asked, this.#before(object), object)) {
      this.#writers.add(writer)
      this.#own.add(resourceVersion)
    }
    this.#remember(object)
    const isNewest = this.#newest === undefined || isOlder(this.#newest, resourceVersion)
    if (isNewest) [this.#newest, this.lastWritten] = [resourceVersion, object]
    return isNewest
  }

  /** A deletion was answered: the object with this uid is gone. `isShown`: readers and subscribers could see it until now. */
  removed(uid: string, isShown: boolean, { at, writer }: Answer): void {
    this.answeredAt = at
    this.#writers.add(writer)
    // Not visible any more and not removed here before: the watch has already delivered the deletion.
    if (!isShown && !this.#removed.has(uid) && !this.#gone.has(uid)) this.#gone.set(uid, '')
    this.#removed.add(uid)
  }

  /** Whether a state from the server is older than the writes of this process. */
  isPast(uid: string, version: string, isDeletion: boolean): boolean {
    if (this.#removed.has(uid) && !isDeletion) return true
    // Applies to deletions too: by now the name may belong to a newer object that this process created.
    return this.#newest !== undefined && isOlder(version, this.#newest)
  }

  /** Whether a list as of `version` is too old to contain the writes of this process. */
  isAheadOf(listed: { readonly uid: string } | undefined, version: string): boolean {
    // Uids are never reused: a deleted object stays deleted, however old the list is.
    if (listed !== undefined && this.#removed.has(listed.uid)) return true
    return this.#newest !== undefined && isOlder(version, this.#newest)
  }

  /** The watch delivered the object. */
  saw(object: Item): void {
    this.#seen.push(object.metadata.resourceVersion)
    this.#remember(object)
  }

  /** Whether the watch delivered the deletion of the object. */
  hasLeft(uid: string): boolean {
    return this.#gone.has(uid)
  }

  /** The watch delivered the deletion of the object. */
  sawDeparture(uid: string, version: string): void {
    this.#gone.set(uid, version)
  }

  /** A list as of `version` has this object, or none, under the name: every other object with the name is gone. */
  sawListed(uid: string | undefined, version: string): void {
    this.#isBlind = true
    for (const one of [...this.#removed, this.told?.metadata.uid]) {
      if (one !== undefined && one !== uid) this.#gone.set(one, version)
    }
  }

  /** Whether no write is in flight and the watch, which has reached `progress`, has delivered all of them. */
  isSettledAt(progress: string): boolean {
    if (this.inFlight > 0) return false
    for (const uid of this.#removed) if (!this.#gone.has(uid)) return false
    return this.#newest === undefined || !isOlder(progress, this.#newest)
  }

  /** The writer of all delivered changes; `undefined` if another client made any of them. */
  get echoOf(): string | undefined {
    const [writer] = this.#writers
    return this.#writers.size === 1 && !this.#isBlind && this.#isAllOwn() ? writer : undefined
  }

  /** The newest older state of the same object. */
  #before({ metadata: { uid, resourceVersion } }: Item): Item | undefined {
    return this.#states.findLast(
      ({ metadata }) => metadata.uid === uid && isOlder(metadata.resourceVersion, resourceVersion),
    )
  }

  #remember(object: Item): void {
    const at = this.#states.findLastIndex(
      (one) => !isOlder(object.metadata.resourceVersion, one.metadata.resourceVersion),
    )
    this.#states = this.#states.toSpliced(at + 1, 0, object).slice(-mostStates)
  }

  #isAllOwn(): boolean {
    const isOwnDeparture = ([uid, version]: readonly [string, string]) =>
      this.#removed.has(uid) || this.#own.has(version)
    return this.#seen.every((version) => this.#own.has(version)) && [...this.#gone].every(isOwnDeparture)
  }
}

function isOlder(version: string, than: string): boolean {
  return compareResourceVersions(version, than) < 0
}
