/**
 * What is to be reconciled once this process may act. Objects come and go for as long as it stands by: what has gone is
 * forgotten, so that there is never more than there are objects.
 */
import type { Reason } from './reason.ts'

export interface Wish {
  /** Oldest first; of many only the first ones. */
  readonly reasons: readonly Reason[]
  /** Whether all that led to it may wait behind everything else. */
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

  /** Hands everything over, in the order it was first wished for. */
  takeAll(): readonly (readonly [key: string, wish: Wish])[] {
    const all = [...this.#wishes]
    this.#wishes.clear()
    return all
  }
}
