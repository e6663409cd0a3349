/** Whether a plan has a backup due. Pure. */
import { createHash } from 'node:crypto'
import { isTimeZone, missedTimes, nextTime, parseCron } from '@kubewright/core/cron'
import type { BackupPlan } from './backup-plan.ts'

/** A backup under way, as it is in the status. */
export type RunningBackup = NonNullable<NonNullable<BackupPlan['status']>['running']>

export type BackupDecision =
  | { readonly kind: 'wait'; readonly nextMs: number | undefined }
  | {
      readonly kind: 'run'
      readonly id: string
      readonly scheduledAt?: string | undefined
      readonly trigger?: string | undefined
      readonly since?: string | undefined
      readonly expected?: RunningBackup['expected']
      readonly done?: RunningBackup['done']
    }
  | { readonly kind: 'invalid'; readonly message: string }

interface Plan extends Pick<BackupPlan, 'spec'> {
  readonly metadata: { readonly creationTimestamp: string }
  readonly status?: BackupPlan['status'] | undefined
}

/** A running backup continues, even if the schedule changes. Of several missed backups, one is made. */
export function decideBackup(plan: Plan, nowMs: number): BackupDecision {
  const { spec, status } = plan
  if (status?.running !== undefined) return { kind: 'run', ...status.running }
  if (spec.trigger !== undefined && spec.trigger !== status?.lastTrigger) {
    return { kind: 'run', id: triggeredId(plan, spec.trigger), trigger: spec.trigger }
  }
  if (spec.suspend || spec.schedule === undefined) return { kind: 'wait', nextMs: undefined }
  return decideSchedule(plan, spec.schedule, nowMs)
}

function decideSchedule({ spec, status, metadata }: Plan, text: string, now: number): BackupDecision {
  const schedule = parseCron(text)
  if (schedule.type === 'problem') return invalid(`spec.schedule ${JSON.stringify(text)}: ${schedule.message}`)
  const zone = spec.timeZone
  if (!isTimeZone(zone))
    return invalid(`spec.timeZone ${JSON.stringify(zone)} is not a time zone; write Europe/Rome, for example`)
  const since = Date.parse(status?.lastScheduledAt ?? metadata.creationTimestamp)
  const { latest } = missedTimes(schedule, since, { now, zone })
  if (latest === undefined) {
    const nextMs = nextTime(schedule, Math.max(since, now), zone)
    return nextMs === undefined
      ? invalid(`spec.schedule ${JSON.stringify(text)} never occurs, like the 31st of February`)
      : { kind: 'wait', nextMs }
  }
  const scheduledAt = new Date(latest).toISOString()
  return { kind: 'run', id: scheduledId(scheduledAt), scheduledAt }
}

function invalid(message: string): BackupDecision {
  return { kind: 'invalid', message }
}

/** `20260101t060000z`: sorts by time, and is a valid name. */
function scheduledId(time: string): string {
  return time.replaceAll(/[-:]|\.\d+/g, '').toLowerCase()
}

/** The same trigger, set again later, is another backup: the id also depends on the backup before it. */
function triggeredId({ status, metadata }: Plan, trigger: string): string {
  const occasion = [trigger, status?.lastBackup?.id ?? metadata.creationTimestamp]
  return `trigger-${createHash('sha256').update(JSON.stringify(occasion)).digest('hex').slice(0, 12)}`
}
