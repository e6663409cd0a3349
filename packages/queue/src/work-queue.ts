/**
 * The work queue itself: who stands where, and what moves whom. Its promises are in `queue.ts`; how each is kept is in
 * the file of that name: `wish.ts` merges what is asked, `backoff.ts` and `delays.ts` know when, `waiting-line.ts` knows
 * who is next, `token-bucket.ts` how fast. Here they meet.
 *
 * @example
 * ```ts
 * const queue = new WorkQueue<string>()
 * queue.add('default/blog', { reason: 'spec changed' })
 * queue.add('default/blog', { reason: 'Deployment changed' })
 * queue.size // => 1
 *
 * const task = await queue.take()
 * task?.reasons // => ['spec changed', 'Deployment changed']
 * task?.[Symbol.dispose]() // `using task = await queue.take()` does this for you
 * queue.close()
 * ```
 */
import type { Clock } from '@kubewright/core'
import { Ageing } from './ageing.ts'
import { Alarm } from './alarm.ts'
import { Backoff } from './backoff.ts'
import { Chain, Link } from './chain.ts'
import { Delays } from './delays.ts'
import { Entry } from './entry.ts'
import type { QueueObserver } from './observer.ts'
import type { OnClose, Queue } from './queue.ts'
import { type QueueOptions, queueDefaults } from './queue-options.ts'
import { delayCause, type QueueSnapshot, type SnapshotOptions, seeStandings } from './snapshot.ts'
import { type Lender, Loan, type Outcome, type Task } from './task.ts'
import { TokenBucket } from './token-bucket.ts'
import { WaitingLine } from './waiting-line.ts'
import { type AddOptions, askedAt, type Wish, Wishes } from './wish.ts'

type Worker<Key, Reason> = (task: Task<Key, Reason> | undefined) => void

export class WorkQueue<Key, Reason = string> implements Queue<Key, Reason> {
  readonly #clock: Clock
  readonly #idOf: (key: Key) => unknown
  readonly #groupOf: (key: Key) => string
  readonly #observer: QueueObserver<Key>
  readonly #wishes: Wishes<Reason>
  readonly #backoff: Backoff
  readonly #rate: TokenBucket | undefined

  /** Every key that is not idle. */
  readonly #entries = new Map<unknown, Entry<Key, Reason>>()

  /** Exactly the entries whose standing is `delayed`. */
  readonly #delays = new Delays<Entry<Key, Reason>>()

  /** Exactly the entries whose standing is `waiting`. */
  readonly #line: WaitingLine<Entry<Key, Reason>>

  /** Exactly the entries whose standing is `running`, in the order in which they were handed out. */
  readonly #running = new Chain<Entry<Key, Reason>>()

  /** Workers with nothing to do. There are none while a key waits, unless the rate is spent. */
  readonly #idle = new Chain<Worker<Key, Reason>>()

  /** Rings no later than the next key is due, or the next token if workers wait for one. */
  readonly #alarm: Alarm

  readonly #lender: Lender<Entry<Key, Reason>, Reason> = {
    handBack: (entry, outcome) => this.#handBack(entry, outcome),
  }

  #isClosed = false
  #drained: (() => void)[] = []

  constructor(options: QueueOptions<Key> = {}) {
    const { clock = queueDefaults.clock, random = queueDefaults.random } = options
    const { backoff, ageing, debounce, rate, reasonLimit = queueDefaults.reasonLimit } = options
    this.#clock = clock
    this.#idOf = options.idOf ?? itself
    this.#groupOf = options.fairBy ?? together
    this.#observer = options.observer ?? {}
    this.#wishes = new Wishes(debounce, reasonLimit)
    this.#backoff = new Backoff({ ...queueDefaults.backoff, ...backoff }, random)
    this.#rate = rate && new TokenBucket(rate)
    this.#line = new WaitingLine(new Ageing(ageing === false ? undefined : { ...queueDefaults.ageing, ...ageing }))
    this.#alarm = new Alarm(clock, () => this.#wake())
  }

  get size(): number {
    return this.#line.size
  }

  add(key: Key, options: AddOptions<Reason> = {}): void {
    if (this.#isClosed) return
    const now = this.#clock.elapsed()
    const wish = this.#wishes.ofAdd(options, now)
    const entry = this.#find(key)
    entry.wish = entry.wish ? this.#wishes.merge(entry.wish, wish) : wish
    if (entry.standing !== 'running') this.#place(entry, now)
  }

  take(): Promise<Task<Key, Reason> | undefined> {
    const now = this.#clock.elapsed()
    if (this.#idle.size === 0 && this.#mayHandOut(now)) return Promise.resolve(this.#handOut(now))
    return new Promise((resolve) => {
      this.#idle.push(new Link(resolve))
      this.#dispatch(now)
    })
  }

  close(waiting: OnClose = 'work'): void {
    this.#isClosed = true
    const now = this.#clock.elapsed()
    this.#release(now) // what is due by now waits, even if its timer is late
    for (let entry = this.#delays.release(Infinity); entry; entry = this.#delays.release(Infinity)) this.#forget(entry)
    if (waiting === 'drop') this.#dropWaiting(now)
    this.#dispatch(now)
    this.#noteDrained()
  }

  drain(waiting: OnClose = 'work'): Promise<void> {
    return new Promise((resolve) => {
      this.#drained.push(resolve)
      this.close(waiting)
    })
  }

  snapshot({ limit = 100 }: SnapshotOptions = {}): QueueSnapshot<Key, Reason> {
    const seen = seeStandings(
      { waiting: this.#line, delayed: this.#delays, running: this.#running },
      {
        now: this.#clock.elapsed(),
        limit,
      },
    )
    return { isClosed: this.#isClosed, idleWorkers: this.#idle.size, ...seen }
  }

  [Symbol.dispose](): void {
    this.close('drop')
  }

  #find(key: Key): Entry<Key, Reason> {
    const id = this.#idOf(key)
    const known = this.#entries.get(id)
    if (known) return known
    const entry = new Entry<Key, Reason>(id, key, this.#groupOf(key))
    this.#entries.set(id, entry)
    return entry
  }

  #forget(entry: Entry<Key, Reason>): void {
    this.#entries.delete(entry.id)
  }

  /** Puts an entry that no worker has where its wish says. */
  #place(entry: Entry<Key, Reason>, now: number): void {
    if (entry.standing === 'waiting') return this.#raise(entry)
    const dueAt = this.#dueAt(entry)
    if (dueAt > now) this.#delay(entry, dueAt, now)
    else {
      if (entry.standing === 'delayed') this.#delays.remove(entry)
      this.#wait(entry, now)
    }
    this.#dispatch(now)
  }

  #dueAt({ wish, failing }: Entry<Key, Reason>): number {
    const asked = askedAt(wish!)
    return failing ? this.#backoff.mayRunAt(failing, asked) : asked
  }

  #raise(entry: Entry<Key, Reason>): void {
    const { level, wish } = entry
    if (wish!.priority === level) return
    this.#line.move(entry, wish!.priority)
    this.#observer.raised?.(entry.key, wish!.priority, level)
  }

  #delay(entry: Entry<Key, Reason>, dueAt: number, now: number): void {
    this.#delays.hold(entry, dueAt)
    if (entry.standing === 'delayed') return
    entry.standing = 'delayed'
    entry.since = now
    this.#observer.delayed?.(entry.key, dueAt - now, delayCause(entry))
  }

  #wait(entry: Entry<Key, Reason>, now: number): void {
    entry.standing = 'waiting'
    entry.since = now
    this.#line.push(entry, entry.wish!.priority)
    this.#observer.waiting?.(entry.key, entry.level)
  }

  /** Gives idle workers what waits, as far as the rate allows, and sees to it that somebody looks again in time. */
  #dispatch(now: number): void {
    while (this.#idle.size > 0 && this.#mayHandOut(now)) this.#idle.shift()!(this.#handOut(now))
    if (this.#isClosed && this.#line.size === 0) {
      while (this.#idle.size > 0) this.#idle.shift()!(undefined)
    }
    const isThrottled = this.#idle.size > 0 && this.#line.size > 0
    this.#alarm.set(Math.min(this.#delays.nextAt, isThrottled ? this.#rate!.nextAt : Infinity), now)
  }

  /** Spends a token, so a `true` must be followed by a hand-out. */
  #mayHandOut(now: number): boolean {
    return this.#line.size > 0 && (this.#rate?.spend(now) ?? true)
  }

  #handOut(now: number): Task<Key, Reason> {
    const entry = this.#line.shift(now)!
    const wish = entry.wish!
    const waitedMs = now - entry.since
    entry.standing = 'running'
    entry.since = now
    entry.lent = wish
    entry.wish = undefined
    this.#running.push(entry.age)
    this.#observer.taken?.(entry.key, wish.priority, waitedMs)
    return new Loan(entry, wish, waitedMs, this.#lender)
  }

  #handBack(entry: Entry<Key, Reason>, outcome: Outcome<Reason>): void {
    const now = this.#clock.elapsed()
    this.#running.remove(entry.age)
    entry.standing = 'idle'
    this.#observer.returned?.(entry.key, outcome.kind, now - entry.since)
    this.#settle(entry, outcome, now)
    entry.lent = undefined
    if (entry.wish) this.#place(entry, now)
    else this.#forget(entry)
    this.#noteDrained()
  }

  /** Decides whether, why and when a key runs again that a worker has handed back. */
  #settle(entry: Entry<Key, Reason>, outcome: Outcome<Reason>, now: number): void {
    if (this.#isClosed) {
      // A retry or another run would come too late. An add that came in time, and is due, does not.
      entry.failing = undefined
      if (entry.wish && askedAt(entry.wish) > now) entry.wish = undefined
      return
    }
    entry.failing = outcome.kind === 'retry' ? this.#backoff.failed(entry.failing, now) : undefined
    const wish = this.#wishAfter(entry, outcome, now)
    if (wish) entry.wish = entry.wish ? this.#wishes.merge(wish, entry.wish) : wish
  }

  #wishAfter({ lent, failing }: Entry<Key, Reason>, outcome: Outcome<Reason>, now: number): Wish<Reason> | undefined {
    switch (outcome.kind) {
      case 'done':
        return undefined
      case 'retry':
        return this.#wishes.ofRetry(lent!, failing!.retryAt, outcome.reason)
      case 'again':
        return this.#wishes.ofAgain(now + outcome.afterMs, outcome.priority, outcome.reason)
    }
  }

  #release(now: number): void {
    for (let entry = this.#delays.release(now); entry; entry = this.#delays.release(now)) this.#wait(entry, now)
  }

  #wake(): void {
    const now = this.#clock.elapsed()
    this.#release(now)
    this.#dispatch(now)
  }

  #dropWaiting(now: number): void {
    while (this.#line.size > 0) {
      const entry = this.#line.shift(now)!
      this.#forget(entry)
      this.#observer.dropped?.(entry.key, entry.level)
    }
    for (const entry of this.#running) entry.wish = undefined
  }

  #noteDrained(): void {
    const isAtRest = this.#isClosed && this.#line.size === 0 && this.#running.size === 0
    if (!isAtRest) return
    for (const resolve of this.#drained.splice(0)) resolve()
  }
}

function itself<Key>(key: Key): Key {
  return key
}

/** One group for all. */
function together(): string {
  return ''
}
