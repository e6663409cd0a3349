/** Who decides what happens next in a world. */
import type { Footprint } from './footprint.ts'
import type { PlannedFault, Schedule } from './plan.ts'
import { chooserFor } from './schedule.ts'

/** One of the things that could happen next. */
export interface Option {
  /** Names it in every run that came the same way. */
  readonly id: string
  /** Things of one thread are never in doubt among themselves. */
  readonly thread: string
  /** The step that is taken, whatever goes wrong with it. */
  readonly takes: string
  /** What goes wrong with it. */
  readonly surprise?: PlannedFault
}

export interface Choice {
  /** How much has happened before. */
  readonly step: number
  /** Never empty; the first is what happens by itself. */
  readonly options: readonly Option[]
  /** A name for all there is: the same name, the same future. */
  state(): Promise<string>
}

export interface Guide {
  /** Whether it is asked even where there is nothing to choose, and offered that something goes wrong, or that time passes. */
  readonly wantsAll: boolean
  /** The place of what comes next. Failure: whatever it throws ends the run. */
  choose(choice: Choice): Promise<number> | number
  /** The step that was chosen last has come to its end. */
  ended?(footprint: Footprint): void
}

/** Time passes though something else could happen. */
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
