/**
 * A moment on both clocks of a process. The monotonic clock stops while the machine sleeps, and the wall clock can be set:
 * neither alone gives the age of an event.
 */
import type { Clock } from '@kubewright/core'

/** A point in time on both clocks of a process, monotonic (`elapsed`) and wall clock (`now`), in milliseconds. */
export interface Moment {
  readonly elapsed: number
  readonly now: number
}

/** The current moment on both clocks, from which `ageOf` measures. */
export function momentOf(clock: Clock): Moment {
  return { elapsed: clock.elapsed(), now: clock.now() }
}

/** Tolerated drift between the clocks; real drift is far smaller. */
const toleratedRate = 0.1
const toleratedMs = 1_000

/**
 * The age of a moment in milliseconds: the larger one of both clocks, for code that has to stop in time. `Infinity` if the
 * wall clock was set back since: then the age is unknown, because the machine may have slept in between.
 *
 * A process cannot detect that the machine slept and its wall clock was set back by the same amount.
 */
export function ageOf(moment: Moment, clock: Clock): number {
  const elapsed = clock.elapsed() - moment.elapsed
  const wall = clock.now() - moment.now
  const isSetBack = wall < elapsed - toleratedMs - elapsed * toleratedRate
  return isSetBack ? Infinity : Math.max(elapsed, wall)
}
