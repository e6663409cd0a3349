/**
 * Cron schedules: parsed, and asked when they are due. Pure. A path of its own, so that whoever has no schedule does not load
 * it.
 */
export { type CronFields, type CronProblem, type CronSchedule, parseCron } from './cron/cron-schedule.ts'
export { type MissedTimes, missedTimes, mostMissed, nextTime } from './cron/next-time.ts'
export { formatZoneTime, isTimeZone } from './cron/zone-time.ts'
