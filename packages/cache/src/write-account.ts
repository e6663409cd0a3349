/**
 * What is known of one object while this process writes it, and until the watch has shown what it wrote. Answers and watch
 * events overtake each other in both directions; only when both are in can anybody say whether a change was our own.
 */
import { compareResourceVersions, type KubeObject } from '@kubewright/core'
import { type AskedChange, isMadeBy } from './asked-change.ts'

/** When a write was answered, and who made it. */
export interface Answer {
  readonly at: number
  readonly writer: string
}

/** How many states of an object are remembered to compare the next one with; answers seldom overtake more. */
const mostStates = 8

export class WriteAccount<Object extends KubeObject> {
  /** What followers were last told. */
  readonly told: Object | undefined
  /** How many writes have been sent and not answered. */
  inFlight = 0
  /** The last state of the object, if the watch showed that it went. */
  lastSeen: Object | undefined
  /** The newest state this process wrote. */
  lastWritten: Object | undefined
  /** When the newest answer came. */
  answeredAt = 0
  /** Versions this process wrote. */
  readonly #own = new Set<string>()
  readonly #writers = new Set<string>()
  /** Versions the watch showed. */
  readonly #seen: string[] = []
  #newest: string | undefined
  /** The newest states that are known, from whomever, oldest first: what each write began with is among them. */
  #states: readonly Object[]
  /** Objects this process removed, by uid. */
  readonly #removed = new Set<string>()
  /** A list shows where things ended, not what happened on the way: somebody else may have had a part in it. */
  #isBlind = false
  /** Versions of the departures the watch showed, by uid. */
  readonly #gone = new Map<string, string>()

  constructor(told: Object | undefined) {
    this.told = told
    this.#states = told === undefined ? [] : [told]
  }

  /** A write was answered with this state of the object. Returns whether it is the newest one known. */
  wrote(object: Object, { at, writer, asked }: Answer & { readonly asked: AskedChange }): boolean {
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

  /** A write was answered: the object with this uid is gone. `isShown` if readers and followers saw it until now. */
  removed(uid: string, isShown: boolean, { at, writer }: Answer): void {
    this.answeredAt = at
    this.#writers.add(writer)
    // If it is not shown any more, though nobody here removed it before, the watch has shown that it went.
    if (!isShown && !this.#removed.has(uid) && !this.#gone.has(uid)) this.#gone.set(uid, '')
    this.#removed.add(uid)
  }

  /** Whether a state from the server lies before what this process wrote. */
  isPast(uid: string, version: string, isDeletion: boolean): boolean {
    if (this.#removed.has(uid) && !isDeletion) return true
    // Also a departure: the name may be another object's by now, which this process made.
    return this.#newest !== undefined && isOlder(version, this.#newest)
  }

  /** Whether what this process wrote is missing in a list as of `version`, because it happened later. */
  isAheadOf(listed: { readonly uid: string } | undefined, version: string): boolean {
    // A uid never comes back: what was deleted stays deleted, however old the list is.
    if (listed !== undefined && this.#removed.has(listed.uid)) return true
    return this.#newest !== undefined && isOlder(version, this.#newest)
  }

  /** The watch showed the object. */
  saw(object: Object): void {
    this.#seen.push(object.metadata.resourceVersion)
    this.#remember(object)
  }

  /** Whether the watch showed that the object went. */
  hasLeft(uid: string): boolean {
    return this.#gone.has(uid)
  }

  /** The watch showed that the object went. */
  sawDeparture(uid: string, version: string): void {
    this.#gone.set(uid, version)
  }

  /** A list as of `version` showed that this object has the name now, or none: whatever else had it is gone. */
  sawListed(uid: string | undefined, version: string): void {
    this.#isBlind = true
    for (const one of [...this.#removed, this.told?.metadata.uid]) {
      if (one !== undefined && one !== uid) this.#gone.set(one, version)
    }
  }

  /** Whether everything is in: no answer is missing, and the watch, which has come to `progress`, has shown what was written. */
  isSettledAt(progress: string): boolean {
    if (this.inFlight > 0) return false
    for (const uid of this.#removed) if (!this.#gone.has(uid)) return false
    return this.#newest === undefined || !isOlder(progress, this.#newest)
  }

  /** Who did all that the watch showed; `undefined` if somebody else had a part in it. */
  get echoOf(): string | undefined {
    const [writer] = this.#writers
    return this.#writers.size === 1 && !this.#isBlind && this.#isAllOwn() ? writer : undefined
  }

  /** The newest state that is older than this one, of the same object. */
  #before({ metadata: { uid, resourceVersion } }: Object): Object | undefined {
    return this.#states.findLast(
      ({ metadata }) => metadata.uid === uid && isOlder(metadata.resourceVersion, resourceVersion),
    )
  }

  #remember(object: Object): void {
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
