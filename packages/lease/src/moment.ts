/**
 * A moment on both clocks of a process. The one that only grows stands still while a machine sleeps, and the one on the wall is
 * set by people: neither alone says how long ago something was.
 */
import type { Clock } from '@kubewright/core'

export interface Moment {
  readonly elapsed: number
  readonly now: number
}

export function momentOf(clock: Clock): Moment {
  return { elapsed: clock.elapsed(), now: clock.now() }
}

/** Clocks differ in speed, by far less than this. */
const toleratedRate = 0.1
const toleratedMs = 1_000

/**
 * How long ago a moment was, in milliseconds: at least this long, for whoever has to stop in time. `Infinity` if the clock on the
 * wall was set back since, for then nobody knows: the machine may have slept in between.
 *
 * What no process can see is a machine that sleeps and has its clock set back by as long as it slept.
 */
export function ageOf(moment: Moment, clock: Clock): number {
  const elapsed = clock.elapsed() - moment.elapsed
  const wall = clock.now() - moment.now
  const isSetBack = wall < elapsed - toleratedMs - elapsed * toleratedRate
  return isSetBack ? Infinity : Math.max(elapsed, wall)
}
