/**
 * Cron schedules: parsing, and computing when they are due. Pure. A separate entry point, so that programs without schedules do not load
 * it.
 * See decision 0374.
 */
export { type CronFields, type CronProblem, type CronSchedule, parseCron } from './cron/cron-schedule.ts'
export { type MissedTimes, missedTimes, mostMissed, nextTime } from './cron/next-time.ts'
export { formatZoneTime, isTimeZone } from './cron/zone-time.ts'
