/** Test support for Kubewright and programs built on it: virtual time, seeded randomness, leak checks, recorded logs. */
export { seededIds } from './random/ids.ts'
export type { Leak, LeakKind } from './leaks/leak.ts'
export { type LeakCheck, type LeakCheckOptions, startLeakCheck } from './leaks/leak-check.ts'
export { seededRandom } from './random/random.ts'
export { type LogEntry, type RecordedLog, recordedLog } from './recorded-log.ts'
export { nextTurn } from './time/turn.ts'
export { type PendingTimer, VirtualClock, type VirtualClockOptions } from './time/virtual-clock.ts'
