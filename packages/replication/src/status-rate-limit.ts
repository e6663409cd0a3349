/**
 * Limits how often the statuses of replicas are written at home, so that a busy or hostile peer cannot overload the home cluster. Statuses
 * are states: what is written in its turn is the latest one, and those in between are skipped.
 *
 * Each object and each peer has a budget: a burst, and a rate after it. An object without budget gets a turn of its own, so that a thousand
 * waiting objects are not all tried again at the same time.
 *
 * See decision 0324.
 */
import { replicationErrors } from './errors.ts'

/** A token bucket as a single number: the time up to which it is used up. */
interface Budget {
  /** Per write. */
  readonly everyMs: number
  readonly burst: number
}

/** When a waiting object may be written, and the peer whose budget was spent on it. */
interface Turn {
  readonly peer: string
  readonly at: number
}

export interface StatusRateLimitOptions {
  /** The time that has passed, which no change of the clock affects. */
  readonly now: () => number
  /** Writes a second for each peer. */
  readonly perPeer: number
}

/** Enough for the writes that follow a change; a status that never rests comes back once a second. */
const perObject: Budget = { everyMs: 1_000, burst: 5 }
/** A peer may use the budget of this many seconds at once. */
const burstSeconds = 5

export class StatusRateLimit {
  readonly #now: () => number
  readonly #perPeer: Budget
  readonly #objects = new Map<string, number>()
  readonly #conditions = new Map<string, number>()
  readonly #peers = new Map<string, number>()
  /** The turns of waiting objects. */
  readonly #turns = new Map<string, Turn>()

  /** Failure: `KW_REPLICATION_OPTION`. */
  constructor({ now, perPeer }: StatusRateLimitOptions) {
    if (!Number.isFinite(perPeer) || perPeer <= 0) throw notARate(perPeer)
    this.#now = now
    this.#perPeer = { everyMs: 1_000 / perPeer, burst: Math.max(1, Math.floor(burstSeconds * perPeer)) }
  }

  /** The number of objects whose state is kept. */
  get size(): number {
    return this.#objects.size + this.#conditions.size + this.#turns.size
  }

  /** @returns 0 if the status may be written now, or the milliseconds until its turn */
  take(key: string, peer: string): number {
    const now = this.#now()
    if (this.#turns.get(key)?.peer !== peer) this.drop(key)
    const at = this.#turns.get(key)?.at ?? this.#reserve(key, peer, now)
    if (at > now) {
      this.#turns.set(key, { peer, at })
      return Math.ceil(at - now)
    }
    this.#turns.delete(key)
    spend(this.#objects, key, now, perObject)
    return 0
  }

  /**
   * For a condition without a status. An object has a separate budget for conditions, because they report the problem while its status waits.
   *
   * @returns 0 if it may be written now, or the milliseconds until then
   */
  takeCondition(key: string): number {
    const now = this.#now()
    prune(this.#conditions, now)
    const at = earliest(this.#conditions.get(key), now, perObject)
    if (at > now) return Math.ceil(at - now)
    spend(this.#conditions, key, now, perObject)
    return 0
  }

  /** The milliseconds until the turn of an object; 0 if it does not wait. */
  waitMs(key: string): number {
    return Math.max(0, Math.ceil((this.#turns.get(key)?.at ?? 0) - this.#now()))
  }

  /** The object has nothing to write any more. Its peer gets the unused turn back. */
  drop(key: string): void {
    const turn = this.#turns.get(key)
    if (turn === undefined) return
    this.#turns.delete(key)
    const used = this.#peers.get(turn.peer)
    if (used !== undefined) this.#peers.set(turn.peer, used - this.#perPeer.everyMs)
  }

  /** The budget of the object is spent when it is written: it may wait long, and then not be written at all. */
  #reserve(key: string, peer: string, now: number): number {
    for (const used of [this.#objects, this.#peers]) prune(used, now)
    const turn = Math.max(
      earliest(this.#objects.get(key), now, perObject),
      earliest(this.#peers.get(peer), now, this.#perPeer),
    )
    spend(this.#peers, peer, now, this.#perPeer)
    return turn
  }
}

function notARate(given: unknown): Error {
  return replicationErrors('KW_REPLICATION_OPTION', {
    what: 'create a replicator',
    why: `\`statusesPerSecond\` is ${typeof given === 'number' ? given : JSON.stringify(given)}, which is not a number above 0`,
    next: 'Leave it out, or use a number such as 200.',
    details: { statusesPerSecond: given },
  })
}

function earliest(usedUntil = -Infinity, now: number, { everyMs, burst }: Budget): number {
  return Math.max(now, usedUntil - (burst - 1) * everyMs)
}

/** The entry moves to the end, so that the first ones are the oldest. */
function spend(used: Map<string, number>, key: string, at: number, { everyMs }: Budget): void {
  const until = Math.max(used.get(key) ?? at, at) + everyMs
  used.delete(key)
  used.set(key, until)
}

/** A full budget needs no entry. */
function prune(used: Map<string, number>, now: number): void {
  for (const [key, until] of used) {
    if (until > now) return
    used.delete(key)
  }
}
