/**
 * Decides when the leading sharder lists all objects: when it starts to lead, on request, after changes of the ring, after
 * moves, and periodically.
 */
import type { Clock } from '@kubewright/core'

export interface ListScheduleOptions {
  /** How often everything is listed, even without changes. */
  readonly syncEveryMs: () => number
  /** How long after a change of the ring everything is listed again: objects may have been assigned by the former ring. */
  readonly relistAfterMs: readonly number[]
}

/** Moves of objects, as counted by the mover. */
export interface MoveProgress {
  readonly counts: { readonly moves: number }
  readonly pending: number
  readonly draining: number
}

/** When everything is listed again after the takeover of a shard whose objects were known: they move first. */
const listAfterTakeoverMs = 5_000

export class ListSchedule {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #options: ListScheduleOptions
  #isRequested = true
  #listedAt = -Infinity
  /** When everything is listed again because the ring changed, as `clock.elapsed()`. */
  #relistsAt: readonly number[] = []
  #movesAtLastList = 0
  #lists = 0

  constructor(clock: Pick<Clock, 'elapsed'>, options: ListScheduleOptions) {
    this.#clock = clock
    this.#options = options
  }

  /** Number of finished lists. */
  get lists(): number {
    return this.#lists
  }

  get isRequested(): boolean {
    return this.#isRequested
  }

  /** Everything is listed in the next round. */
  request(): void {
    this.#isRequested = true
  }

  /** @param areObjectsKnown whether all objects that have to move were listed before the change */
  noteRingChange(areObjectsKnown: boolean): void {
    if (!areObjectsKnown) this.#isRequested = true
    const delays = [...(areObjectsKnown ? [listAfterTakeoverMs] : []), ...this.#options.relistAfterMs]
    this.#relistsAt = delays.map((ms) => this.#clock.elapsed() + ms)
  }

  /** Requests the lists after a change of the ring whose time has come. */
  advance(): void {
    const now = this.#clock.elapsed()
    const later = this.#relistsAt.filter((at) => at > now)
    if (later.length < this.#relistsAt.length) this.#isRequested = true
    this.#relistsAt = later
  }

  isDue(progress: MoveProgress): boolean {
    const isPeriodOver = this.#clock.elapsed() - this.#listedAt >= this.#options.syncEveryMs()
    return this.#isRequested || isPeriodOver || this.#haveMovesEnded(progress)
  }

  /** Children that a shard created until its release are not known yet, and have to follow. */
  #haveMovesEnded({ counts, pending, draining }: MoveProgress): boolean {
    return counts.moves !== this.#movesAtLastList && pending === 0 && draining === 0
  }

  /** A list of everything begins. Requests from here on are for the next one. */
  begin({ counts }: Pick<MoveProgress, 'counts'>): void {
    this.#isRequested = false
    this.#movesAtLastList = counts.moves
  }

  end(): void {
    this.#lists++
    this.#listedAt = this.#clock.elapsed()
  }
}
