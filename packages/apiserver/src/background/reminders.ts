/** Schedules retries: with a back-off after a failure, and for a namespace as soon as an object in it is deleted. */
import type { Clock } from '@kubewright/core'
import { backOffMs } from '@kubewright/core/time'
import type { Collection } from '../storage/collection.ts'

/** The back-off starts at the first value and doubles with every failure, up to the second. */
const [firstMs, longestMs] = [5, 60_000]

export class Reminders implements Disposable {
  readonly #clock: Clock
  readonly #remind: (name: string) => void
  /** Subscriptions and timers, by object name. */
  readonly #pending = new Map<string, Disposable[]>()
  /** Consecutive failures, by object name. */
  readonly #failures = new Map<string, number>()

  constructor(clock: Clock, remind: (name: string) => void) {
    this.#clock = clock
    this.#remind = remind
  }

  /** @param name of a namespace */
  whenSomethingGoes(name: string, collections: readonly Collection[]): void {
    for (const collection of collections) {
      const subscription = collection.subscribe(({ key, isDeletion }) => {
        if (isDeletion && key.startsWith(`${name}/`)) this.#remind(name)
      })
      this.#keep(name, subscription)
    }
  }

  afterFailure(name: string): void {
    const failures = (this.#failures.get(name) ?? 0) + 1
    this.#failures.set(name, failures)
    const ms = backOffMs(failures, firstMs, longestMs)
    this.#keep(
      name,
      this.#clock.schedule(ms, () => this.#remind(name)),
    )
  }

  /** Cancels pending reminders; the failure count stays. */
  clear(name: string): void {
    for (const one of this.#pending.get(name) ?? []) one[Symbol.dispose]()
    this.#pending.delete(name)
  }

  /** Cancels pending reminders and resets the failure count. */
  forget(name: string): void {
    this.clear(name)
    this.#failures.delete(name)
  }

  [Symbol.dispose](): void {
    for (const name of this.#pending.keys()) this.forget(name)
  }

  #keep(name: string, one: Disposable): void {
    this.#pending.set(name, [...(this.#pending.get(name) ?? []), one])
  }
}
