/** Room for so many requests at once, shared fairly between users. */
import type { Clock } from '@kubewright/core'

/** Room that one request takes. */
export interface Slot {
  /** May be called once. */
  release(): void
}

interface Waiter {
  readonly user: string
  tell(slot: Slot | undefined): void
}

/** One user leaves this part of the room to all others. */
const leftToOthers = 1 / 4
/** How long a request waits for room: a quarter of the minute that a request may take. */
const longestWaitMs = 15_000
/** How many requests of one user wait, and of all users together. */
const [mostWaitingOfOne, mostWaiting] = [200, 4_000]

export class Lane {
  readonly #clock: Clock
  readonly #limit: number
  readonly #limitOfOne: number
  /** How many are being served, by user. */
  readonly #serving = new Map<string, number>()
  #count = 0
  /** By user, in the order of their turns. */
  readonly #waiting = new Map<string, Waiter[]>()
  #waitingCount = 0

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.#limit = limit
    this.#limitOfOne = Math.max(1, Math.ceil(limit * (1 - leftToOthers)))
  }

  /** `undefined` if there is no room, now or after a wait. */
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

  /** The user whose turn it is goes behind all others. */
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
