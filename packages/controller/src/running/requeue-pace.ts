/**
 * Backs off objects whose reconciles requeue immediately without end. A few in a row are common: `again(0)` after each of
 * them. A longer streak is a hot loop, and each further round doubles the delay.
 * See decision 0295.
 */
import type { Ref } from '@kubewright/core'
import { backOffMs } from '@kubewright/core/time'
import type { HotLoop } from '../host/controller-observer.ts'
import { requestKey } from '../request/request-key.ts'

/** A requested delay below this counts as immediate. */
const quickMs = 50
/** Rounds without a changing write that are not delayed. */
const freeRounds = 10
/** A round that changed something makes progress, and counts as this fraction of an idle one. */
const partOfBusyRound = 1 / 50
/** Reported from this many rounds on. */
const reportedRounds = 15
const [firstFloorMs, longestFloorMs] = [10, 30_000]

export interface Round {
  readonly object: Ref
  /** The requested delay; `undefined` if the reconcile did not requeue. */
  readonly afterMs: number | undefined
  /** Whether it changed something. */
  readonly isBusy: boolean
  /** Whether anything other than its own requeue triggered it. */
  readonly isTriggered: boolean
  /** Changes when the desired state changes. */
  readonly generation: number | undefined
  /** As `clock.elapsed()`. */
  readonly now: number
}

export interface Pace {
  readonly afterMs: number
  /** Set once per loop. */
  readonly loop: HotLoop | undefined
}

interface Streak {
  readonly generation: number | undefined
  readonly since: number
  readonly reconciles: number
  readonly weight: number
}

export class RequeuePace {
  readonly #of: Pick<HotLoop, 'controller' | 'cluster'>
  readonly #streaks = new Map<string, Streak>()
  readonly #loops = new Map<string, HotLoop>()

  constructor(controller: string, cluster?: string) {
    this.#of = cluster === undefined ? { controller } : { controller, cluster }
  }

  /** The current hot loops. */
  get loops(): readonly HotLoop[] {
    return [...this.#loops.values()]
  }

  /** Records a finished reconcile. Returns the delay before the next; `undefined` if none was requested. */
  note(round: Round): Pace | undefined {
    const key = requestKey(round.object)
    const { afterMs } = round
    if (afterMs === undefined || afterMs >= quickMs) {
      this.forget(round.object)
      return afterMs === undefined ? undefined : { afterMs, loop: undefined }
    }
    const streak = this.#next(key, round)
    const isFree = streak.weight <= freeRounds
    const floorMs = isFree ? 0 : backOffMs(Math.floor(streak.weight - freeRounds), firstFloorMs, longestFloorMs)
    return { afterMs: Math.max(afterMs, floorMs), loop: this.#report(key, round, streak) }
  }

  #next(key: string, { isBusy, isTriggered, generation, now }: Round): Streak {
    const known = this.#streaks.get(key)
    const isSame = known !== undefined && !isTriggered && known.generation === generation
    if (!isSame) this.#loops.delete(key)
    const before = isSame ? known : { generation, since: now, reconciles: 0, weight: 0 }
    const weight = before.weight + (isBusy ? partOfBusyRound : 1)
    const streak = { ...before, reconciles: before.reconciles + 1, weight }
    this.#streaks.set(key, streak)
    return streak
  }

  #report(key: string, { object, now }: Round, { weight, reconciles, since }: Streak): HotLoop | undefined {
    if (weight < reportedRounds) return undefined
    const isKnown = this.#loops.has(key)
    const loop = { ...this.#of, object, reconciles, withinMs: now - since }
    this.#loops.set(key, loop)
    return isKnown ? undefined : loop
  }

  forget(object: Ref): void {
    const key = requestKey(object)
    this.#streaks.delete(key)
    this.#loops.delete(key)
  }
}
