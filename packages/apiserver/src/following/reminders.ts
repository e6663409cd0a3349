/** When to look at an object again: after a while if something failed, and at a namespace as soon as something in it has gone. */
import type { Clock } from '@kubewright/core'
import type { Collection } from '../storage/collection.ts'

/** The first wait after a failure; every further one is twice as long, up to the longest. */
const [firstMs, longestMs] = [5, 60_000]

export class Reminders implements Disposable {
  readonly #clock: Clock
  readonly #remind: (name: string) => void
  /** Subscriptions and timers, by the object's name. */
  readonly #pending = new Map<string, Disposable[]>()
  /** How often it failed since it last went well, by the object's name. */
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
    const failures = this.#failures.get(name) ?? 0
    this.#failures.set(name, failures + 1)
    const ms = Math.min(firstMs * 2 ** failures, longestMs)
    this.#keep(
      name,
      this.#clock.schedule(ms, () => this.#remind(name)),
    )
  }

  /** Forgets what it was to be reminded of; how often it failed counts on. */
  clear(name: string): void {
    for (const one of this.#pending.get(name) ?? []) one[Symbol.dispose]()
    this.#pending.delete(name)
  }

  /** There is nothing more to do about the object. */
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
