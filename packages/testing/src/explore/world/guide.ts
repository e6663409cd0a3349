/** Decides what happens next in a world. */
import type { Footprint } from './footprint.ts'
import type { PlannedFault, Schedule } from '../plan/plan.ts'
import { chooserFor } from '../plan/schedule.ts'

/** One of the enabled actions. */
export interface Option {
  /** Stable across runs with the same prefix. */
  readonly id: string
  /** Actions of one thread have a fixed order among themselves. */
  readonly thread: string
  /** The action that is taken, with or without a fault. */
  readonly takes: string
  /** The fault that is injected with it. */
  readonly fault?: PlannedFault
}

export interface Choice {
  /** The number of actions taken before. */
  readonly step: number
  /** Never empty; the first is the default. */
  readonly options: readonly Option[]
  /** A fingerprint of the whole state: equal fingerprints have equal futures. */
  state(): Promise<string>
}

export interface Guide {
  /** Whether the guide is also called with a single option, and is offered faults and the passing of time. */
  readonly wantsAll: boolean
  /** The index of the next option. Failure: an exception ends the run. */
  choose(choice: Choice): Promise<number> | number
  /** Called when the chosen step has ended. */
  ended?(footprint: Footprint): void
}

/** Time advances although an action is enabled. */
export const timePasses = 'time passes'

export function guideFor(schedule: Schedule): Guide {
  if (schedule.type !== 'picked') {
    const choose = chooserFor(schedule)
    return { wantsAll: false, choose: ({ options }) => choose(options) }
  }
  const picks = new Map(schedule.picks.map(({ at, take }) => [at, take]))
  return {
    wantsAll: true,
    choose({ step, options }) {
      const picked = picks.get(step)
      return picked === undefined
        ? 0
        : Math.max(
            options.findIndex(({ id }) => id === picked),
            0,
          )
    },
  }
}
