/**
 * The backlog of a standby: keys to reconcile once this process may act. Keys of deleted objects are removed, so that the backlog
 * is never larger than the number of objects.
 * See decision 0142.
 */
import type { Reason } from '../request/reason.ts'

export interface BacklogEntry {
  /** Oldest first; truncated to the first ones. */
  readonly reasons: readonly Reason[]
  /** Whether all its reasons have background priority. */
  readonly isBackground: boolean
}

const mostReasons = 8

export class StandbyBacklog {
  readonly #backlog = new Map<string, BacklogEntry>()

  get size(): number {
    return this.#backlog.size
  }

  add(key: string, reason: Reason, isBackground: boolean): void {
    const { reasons, isBackground: wasBackground } = this.#backlog.get(key) ?? { reasons: [], isBackground: true }
    const all = reasons.length < mostReasons ? [...reasons, reason] : reasons
    this.#backlog.set(key, { reasons: all, isBackground: isBackground && wasBackground })
  }

  forget(key: string): void {
    this.#backlog.delete(key)
  }

  /** Removes and returns all keys, in the order they were first added. */
  takeAll(): readonly (readonly [key: string, wish: BacklogEntry])[] {
    const all = [...this.#backlog]
    this.#backlog.clear()
    return all
  }
}
