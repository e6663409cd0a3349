/**
 * The state machine of the queue: which state each key is in, and what moves it. Pure: it receives the time, and neither
 * wakes workers nor starts timers. `pending-request.ts` merges requests, `backoff.ts` and `delays.ts` decide when a key may run,
 * `waiting-line.ts` decides which one is next.
 */
import type { Ageing } from './ageing.ts'
import type { Backoff } from './backoff.ts'
import { Delays } from './delays.ts'
import { Entry } from './entry.ts'
import { LinkedList } from './linked-list.ts'
import type { QueueObserver } from './observer.ts'
import { type AddOptions, askedAt, type PendingRequest, type PendingRequests } from './pending-request.ts'
import type { OnClose } from './queue.ts'
import { delayCause, type Seen, see } from './snapshot.ts'
import type { Outcome } from './task.ts'
import { WaitingLine } from './waiting-line.ts'

/** The policies of a queue. */
export interface Policy<Key, Reason> {
  readonly idOf: (key: Key) => unknown
  readonly groupOf: (key: Key) => string
  readonly observer: QueueObserver<Key>
  readonly requests: PendingRequests<Reason>
  readonly backoff: Backoff
  readonly ageing: Ageing<Entry<Key, Reason>>
}

export class KeyStates<Key, Reason> {
  readonly #policy: Policy<Key, Reason>

  /** Every key that is not idle. */
  readonly #entries = new Map<unknown, Entry<Key, Reason>>()

  /** Exactly the entries whose state is `delayed`. */
  readonly #delayed = new Delays<Entry<Key, Reason>>()

  /** Exactly the entries whose state is `waiting`. */
  readonly #waiting: WaitingLine<Entry<Key, Reason>>

  /** Exactly the entries whose state is `running`, in hand-out order. */
  readonly #running = new LinkedList<Entry<Key, Reason>>()

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
    const pending = this.#policy.requests.ofAdd(options, now)
    const entry = this.#find(key)
    entry.pending = entry.pending ? this.#policy.requests.merge(entry.pending, pending) : pending
    if (entry.state !== 'running') this.#place(entry, now)
  }

  /** Moves delayed keys that are due to the waiting ones. */
  release(now: number): void {
    for (let entry = this.#delayed.release(now); entry; entry = this.#delayed.release(now)) this.#wait(entry, now)
  }

  /** Hands out the next key. The caller ensures that at least one waits. */
  handOut(now: number): Entry<Key, Reason> {
    const entry = this.#waiting.shift(now)!
    entry.waitedMs = now - entry.since
    entry.state = 'running'
    entry.since = now
    entry.lent = entry.pending
    entry.pending = undefined
    this.#running.push(entry.age)
    this.#policy.observer.taken?.(entry.key, entry.level, entry.waitedMs)
    return entry
  }

  handBack(entry: Entry<Key, Reason>, outcome: Outcome<Reason>, now: number): void {
    this.#running.remove(entry.age)
    this.#policy.observer.returned?.(entry.key, outcome.kind, now - entry.since)
    entry.state = 'idle'
    this.#settle(entry, outcome, now)
    entry.lent = undefined
    if (entry.pending) this.#place(entry, now)
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
    for (const entry of this.#running) entry.pending = undefined
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
    if (entry.state === 'waiting') return this.#raise(entry)
    const dueAt = this.#dueAt(entry)
    if (dueAt > now) return this.#delay(entry, dueAt, now)
    if (entry.state === 'delayed') this.#delayed.remove(entry)
    this.#wait(entry, now)
  }

  #dueAt({ pending, failing }: Entry<Key, Reason>): number {
    const asked = askedAt(pending!)
    return failing ? this.#policy.backoff.mayRunAt(failing, asked) : asked
  }

  #raise(entry: Entry<Key, Reason>): void {
    const { level, pending } = entry
    if (pending!.priority === level) return
    this.#waiting.move(entry, pending!.priority)
    this.#policy.observer.raised?.(entry.key, pending!.priority, level)
  }

  #delay(entry: Entry<Key, Reason>, dueAt: number, now: number): void {
    this.#delayed.hold(entry, dueAt)
    if (entry.state === 'delayed') return
    entry.state = 'delayed'
    entry.since = now
    this.#policy.observer.delayed?.(entry.key, dueAt - now, delayCause(entry))
  }

  #wait(entry: Entry<Key, Reason>, now: number): void {
    entry.state = 'waiting'
    entry.since = now
    this.#waiting.push(entry, entry.pending!.priority)
    this.#policy.observer.waiting?.(entry.key, entry.level)
  }

  /** Decides whether, why and when a key runs again after it was handed back. */
  #settle(entry: Entry<Key, Reason>, outcome: Outcome<Reason>, now: number): void {
    if (this.#isClosed) {
      // Retries and `again` runs are dropped. An add from before the close that is due is kept.
      entry.failing = undefined
      if (entry.pending && askedAt(entry.pending) > now) entry.pending = undefined
      return
    }
    const { requests, backoff } = this.#policy
    entry.failing = outcome.kind === 'retry' ? backoff.failed(entry.failing, now) : undefined
    const pending = this.#pendingAfter(entry, outcome, now)
    if (pending) entry.pending = entry.pending ? requests.merge(pending, entry.pending) : pending
  }

  #pendingAfter(
    { lent, failing }: Entry<Key, Reason>,
    outcome: Outcome<Reason>,
    now: number,
  ): PendingRequest<Reason> | undefined {
    switch (outcome.kind) {
      case 'done':
        return undefined
      case 'retry':
        return this.#policy.requests.ofRetry(lent!, failing!.retryAt, outcome.reason)
      case 'again':
        return this.#policy.requests.ofAgain(now + outcome.afterMs, outcome.priority, outcome.reason)
    }
  }
}
