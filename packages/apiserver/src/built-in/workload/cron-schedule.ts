/** Validation of the schedule of a CronJob. */
import { parseCron } from '@kubewright/core/cron'

/** The problem of the schedule; undefined if it is valid. A time zone in front of it is validated elsewhere. */
export function scheduleProblem(schedule: string): string | undefined {
  const parsed = parseCron(schedule.replace(/^(?:CRON_)?TZ=\S*\s+/, ''))
  return parsed.type === 'problem' ? parsed.message : undefined
}
