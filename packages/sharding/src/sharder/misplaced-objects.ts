/** Exactly the objects that were not with their shard when they were last evaluated. */
import type { Clock } from '@kubewright/core'

interface Misplaced {
  /** Since when, in wall clock time. */
  readonly since: number
  /** When it was last read because it is late, as `clock.elapsed()`. */
  readAt: number
}

/** An object that takes longer than this may have been deleted, which no watch of the sharder delivers. */
const lateAfterMs = 10_000

export class MisplacedObjects {
  readonly #clock: Clock
  readonly #misplaced = new Map<string, Misplaced>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get uids(): Iterable<string> {
    return this.#misplaced.keys()
  }

  /** The longest misplaced first. */
  get oldestFirst(): readonly { readonly uid: string; readonly since: number }[] {
    return [...this.#misplaced].map(([uid, { since }]) => ({ uid, since })).sort((one, two) => one.since - two.since)
  }

  add(uid: string): void {
    if (this.#misplaced.has(uid)) return
    this.#misplaced.set(uid, { since: this.#clock.now(), readAt: this.#clock.elapsed() })
  }

  remove(uid: string): void {
    this.#misplaced.delete(uid)
  }

  /** Whether it takes so long that it should be read again. */
  isLate(uid: string): boolean {
    const misplaced = this.#misplaced.get(uid)
    return misplaced !== undefined && this.#clock.elapsed() - misplaced.readAt >= lateAfterMs
  }

  noteRead(uid: string): void {
    const misplaced = this.#misplaced.get(uid)
    if (misplaced !== undefined) misplaced.readAt = this.#clock.elapsed()
  }
}
