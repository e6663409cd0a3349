/** Cron schedules in UTC. Functions take the time as a parameter, for tests. */
import { Cron } from 'croner'

/** The five parts of a schedule, as v2 has them. */
export interface StructuredSchedule {
  readonly minute: string
  readonly hour: string
  readonly dayOfMonth: string
  readonly month: string
  readonly dayOfWeek: string
}

export function joinSchedule({ minute, hour, dayOfMonth, month, dayOfWeek }: StructuredSchedule): string {
  return [minute, hour, dayOfMonth, month, dayOfWeek].join(' ')
}

/** The schema ensures five parts; the defaults only satisfy the compiler. */
export function splitSchedule(schedule: string): StructuredSchedule {
  const [minute = '*', hour = '*', dayOfMonth = '*', month = '*', dayOfWeek = '*'] = schedule.split(' ')
  return { minute, hour, dayOfMonth, month, dayOfWeek }
}

/** Why `schedule` is invalid; `undefined` if it is valid. */
export function scheduleProblem(schedule: string): string | undefined {
  try {
    parse(schedule)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The latest time after `since`, and not after `now`, at which a run is due. */
export function lastDue(schedule: string, since: Date, now: Date): Date | undefined {
  // `previousRuns` excludes the given second.
  const [due] = parse(schedule).previousRuns(1, new Date(now.getTime() + 1000))
  return due !== undefined && due > since ? due : undefined
}

/** The first time after `now` at which a run is due; `undefined` for a schedule such as the 30th of February. */
export function nextDue(schedule: string, now: Date): Date | undefined {
  return parse(schedule).nextRun(now) ?? undefined
}

function parse(schedule: string): Cron {
  return new Cron(schedule, { timezone: 'UTC', mode: '5-part' })
}
