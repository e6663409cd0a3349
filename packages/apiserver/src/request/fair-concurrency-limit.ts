/** A limit on concurrent requests, shared fairly between users. */
import type { Clock } from '@kubewright/core'

/** The place of one request within the limit. */
export interface Slot {
  /** May be called once. */
  release(): void
}

interface Waiter {
  readonly user: string
  tell(slot: Slot | undefined): void
}

/** The share of the limit that a single user cannot take. */
const leftToOthers = 1 / 4
/** The longest time in the queue: a quarter of the one-minute request timeout. */
const longestWaitMs = 15_000
/** Queue limits per user, and for all users together. */
const [mostWaitingOfOne, mostWaiting] = [200, 4_000]

export class FairConcurrencyLimit {
  readonly #clock: Clock
  readonly #limit: number
  readonly #limitOfOne: number
  /** Requests being served, by user. */
  readonly #serving = new Map<string, number>()
  #count = 0
  /** Queued requests by user, in round-robin order. */
  readonly #waiting = new Map<string, Waiter[]>()
  #waitingCount = 0

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.#limit = limit
    this.#limitOfOne = Math.max(1, Math.ceil(limit * (1 - leftToOthers)))
  }

  /** `undefined` if the request was rejected, at once or after waiting. */
  enter(user: string): Slot | undefined | Promise<Slot | undefined> {
    if (this.#hasRoomFor(user)) return this.#take(user)
    const queue = this.#waiting.get(user)
    if ((queue?.length ?? 0) >= mostWaitingOfOne || this.#waitingCount >= mostWaiting) return undefined
    return this.#wait(user)
  }

  #hasRoomFor(user: string): boolean {
    return this.#count < this.#limit && (this.#serving.get(user) ?? 0) < this.#limitOfOne
  }

  #take(user: string): Slot {
    this.#count++
    this.#serving.set(user, (this.#serving.get(user) ?? 0) + 1)
    return { release: () => this.#release(user) }
  }

  #wait(user: string): Promise<Slot | undefined> {
    return new Promise((resolve) => {
      const patience = this.#clock.schedule(longestWaitMs, () => this.#giveUp(waiter))
      const waiter: Waiter = {
        user,
        tell(slot) {
          patience[Symbol.dispose]()
          resolve(slot)
        },
      }
      const queue = this.#waiting.get(user)
      if (queue === undefined) this.#waiting.set(user, [waiter])
      else queue.push(waiter)
      this.#waitingCount++
    })
  }

  #giveUp(waiter: Waiter): void {
    const queue = this.#waiting.get(waiter.user)!
    queue.splice(queue.indexOf(waiter), 1)
    if (queue.length === 0) this.#waiting.delete(waiter.user)
    this.#waitingCount--
    waiter.tell(undefined)
  }

  #release(user: string): void {
    this.#count--
    const left = this.#serving.get(user)! - 1
    if (left === 0) this.#serving.delete(user)
    else this.#serving.set(user, left)
    this.#admitNext()
  }

  /** Round robin: after its turn a user moves to the end of the queue. */
  #admitNext(): void {
    for (const [user, queue] of this.#waiting) {
      if (!this.#hasRoomFor(user)) continue
      const waiter = queue.shift()!
      this.#waiting.delete(user)
      if (queue.length > 0) this.#waiting.set(user, queue)
      this.#waitingCount--
      waiter.tell(this.#take(user))
      return
    }
  }
}
