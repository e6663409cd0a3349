/**
 * The state machine of the queue: which state each key is in, and what moves it. Pure: it receives the time, and neither
 * wakes workers nor starts timers. `wish.ts` merges requests, `backoff.ts` and `delays.ts` decide when a key may run,
 * `waiting-line.ts` decides which one is next.
 */
import type { Ageing } from './ageing.ts'
import type { Backoff } from './backoff.ts'
import { Chain } from './chain.ts'
import { Delays } from './delays.ts'
import { Entry } from './entry.ts'
import type { QueueObserver } from './observer.ts'
import type { OnClose } from './queue.ts'
import { delayCause, type Seen, see } from './snapshot.ts'
import type { Outcome } from './task.ts'
import { WaitingLine } from './waiting-line.ts'
import { type AddOptions, askedAt, type Wish, type Wishes } from './wish.ts'

/** The policies of a queue. */
export interface Policy<Key, Reason> {
  readonly idOf: (key: Key) => unknown
  readonly groupOf: (key: Key) => string
  readonly observer: QueueObserver<Key>
  readonly wishes: Wishes<Reason>
  readonly backoff: Backoff
  readonly ageing: Ageing<Entry<Key, Reason>>
}

export class Standings<Key, Reason> {
  readonly #policy: Policy<Key, Reason>

  /** Every key that is not idle. */
  readonly #entries = new Map<unknown, Entry<Key, Reason>>()

  /** Exactly the entries whose standing is `delayed`. */
  readonly #delayed = new Delays<Entry<Key, Reason>>()

  /** Exactly the entries whose standing is `waiting`. */
  readonly #waiting: WaitingLine<Entry<Key, Reason>>

  /** Exactly the entries whose standing is `running`, in hand-out order. */
  readonly #running = new Chain<Entry<Key, Reason>>()

  #isClosed = false

  constructor(policy: Policy<Key, Reason>) {
    this.#policy = policy
    this.#waiting = new WaitingLine(policy.ageing)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Number of keys waiting for a worker. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Number of running keys. */
  get running(): number {
    return this.#running.size
  }

  /** When the next delayed key comes due. */
  get nextAt(): number {
    return this.#delayed.nextAt
  }

  see(now: number, limit: number): Seen<Key, Reason> {
    return see({ waiting: this.#waiting, delayed: this.#delayed, running: this.#running }, now, limit)
  }

  add(key: Key, options: AddOptions<Reason>, now: number): void {
    if (this.#isClosed) return
    const wish = this.#policy.wishes.ofAdd(options, now)
    const entry = this.#find(key)
    entry.wish = entry.wish ? this.#policy.wishes.merge(entry.wish, wish) : wish
    if (entry.standing !== 'running') this.#place(entry, now)
  }

  /** Moves delayed keys that are due to the waiting ones. */
  release(now: number): void {
    for (let entry = this.#delayed.release(now); entry; entry = this.#delayed.release(now)) this.#wait(entry, now)
  }

  /** Hands out the next key. The caller ensures that at least one waits. */
  handOut(now: number): Entry<Key, Reason> {
    const entry = this.#waiting.shift(now)!
    entry.waitedMs = now - entry.since
    entry.standing = 'running'
    entry.since = now
    entry.lent = entry.wish
    entry.wish = undefined
    this.#running.push(entry.age)
    this.#policy.observer.taken?.(entry.key, entry.level, entry.waitedMs)
    return entry
  }

  handBack(entry: Entry<Key, Reason>, outcome: Outcome<Reason>, now: number): void {
    this.#running.remove(entry.age)
    this.#policy.observer.returned?.(entry.key, outcome.kind, now - entry.since)
    entry.standing = 'idle'
    this.#settle(entry, outcome, now)
    entry.lent = undefined
    if (entry.wish) this.#place(entry, now)
    else this.#forget(entry)
  }

  close(waiting: OnClose, now: number): void {
    this.#isClosed = true
    this.release(now) // keys that are due count as waiting, even if the timer is late
    for (let entry = this.#delayed.release(Infinity); entry; entry = this.#delayed.release(Infinity)) {
      this.#forget(entry)
    }
    if (waiting === 'drop') this.#drop(now)
  }

  #drop(now: number): void {
    while (this.#waiting.size > 0) {
      const entry = this.#waiting.shift(now)!
      this.#forget(entry)
      this.#policy.observer.dropped?.(entry.key, entry.level)
    }
    for (const entry of this.#running) entry.wish = undefined
  }

  #find(key: Key): Entry<Key, Reason> {
    const id = this.#policy.idOf(key)
    const known = this.#entries.get(id)
    if (known) return known
    const entry = new Entry<Key, Reason>(id, key, this.#policy.groupOf(key))
    this.#entries.set(id, entry)
    return entry
  }

  #forget(entry: Entry<Key, Reason>): void {
    this.#entries.delete(entry.id)
  }

  /** Places an entry that is not running according to its request. */
  #place(entry: Entry<Key, Reason>, now: number): void {
    if (entry.standing === 'waiting') return this.#raise(entry)
    const dueAt = this.#dueAt(entry)
    if (dueAt > now) return this.#delay(entry, dueAt, now)
    if (entry.standing === 'delayed') this.#delayed.remove(entry)
    this.#wait(entry, now)
  }

  #dueAt({ wish, failing }: Entry<Key, Reason>): number {
    const asked = askedAt(wish!)
    return failing ? this.#policy.backoff.mayRunAt(failing, asked) : asked
  }

  #raise(entry: Entry<Key, Reason>): void {
    const { level, wish } = entry
    if (wish!.priority === level) return
    this.#waiting.move(entry, wish!.priority)
    this.#policy.observer.raised?.(entry.key, wish!.priority, level)
  }

  #delay(entry: Entry<Key, Reason>, dueAt: number, now: number): void {
    this.#delayed.hold(entry, dueAt)
    if (entry.standing === 'delayed') return
    entry.standing = 'delayed'
    entry.since = now
    this.#policy.observer.delayed?.(entry.key, dueAt - now, delayCause(entry))
  }

  #wait(entry: Entry<Key, Reason>, now: number): void {
    entry.standing = 'waiting'
    entry.since = now
    this.#waiting.push(entry, entry.wish!.priority)
    this.#policy.observer.waiting?.(entry.key, entry.level)
  }

  /** Decides whether, why and when a key runs again after it was handed back. */
  #settle(entry: Entry<Key, Reason>, outcome: Outcome<Reason>, now: number): void {
    if (this.#isClosed) {
      // Retries and `again` runs are dropped. An add from before the close that is due is kept.
      entry.failing = undefined
      if (entry.wish && askedAt(entry.wish) > now) entry.wish = undefined
      return
    }
    const { wishes, backoff } = this.#policy
    entry.failing = outcome.kind === 'retry' ? backoff.failed(entry.failing, now) : undefined
    const wish = this.#wishAfter(entry, outcome, now)
    if (wish) entry.wish = entry.wish ? wishes.merge(wish, entry.wish) : wish
  }

  #wishAfter({ lent, failing }: Entry<Key, Reason>, outcome: Outcome<Reason>, now: number): Wish<Reason> | undefined {
    switch (outcome.kind) {
      case 'done':
        return undefined
      case 'retry':
        return this.#policy.wishes.ofRetry(lent!, failing!.retryAt, outcome.reason)
      case 'again':
        return this.#policy.wishes.ofAgain(now + outcome.afterMs, outcome.priority, outcome.reason)
    }
  }
}
