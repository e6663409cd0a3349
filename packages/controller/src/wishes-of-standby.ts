/**
 * The backlog of a standby: keys to reconcile once this process may act. Keys of deleted objects are removed, so that the backlog
 * is never larger than the number of objects.
 */
import type { Reason } from './reason.ts'

export interface Wish {
  /** Oldest first; truncated to the first ones. */
  readonly reasons: readonly Reason[]
  /** Whether all its reasons have background priority. */
  readonly isBackground: boolean
}

const mostReasons = 8

export class WishesOfStandby {
  readonly #wishes = new Map<string, Wish>()

  get size(): number {
    return this.#wishes.size
  }

  add(key: string, reason: Reason, isBackground: boolean): void {
    const { reasons, isBackground: wasBackground } = this.#wishes.get(key) ?? { reasons: [], isBackground: true }
    const all = reasons.length < mostReasons ? [...reasons, reason] : reasons
    this.#wishes.set(key, { reasons: all, isBackground: isBackground && wasBackground })
  }

  forget(key: string): void {
    this.#wishes.delete(key)
  }

  /** Removes and returns all keys, in the order they were first added. */
  takeAll(): readonly (readonly [key: string, wish: Wish])[] {
    const all = [...this.#wishes]
    this.#wishes.clear()
    return all
  }
}
