/** Test support for Kubewright and programs built on it: virtual time, seeded randomness, leak checks. */
export { seededIds } from './ids.ts'
export type { Leak, LeakKind } from './leak.ts'
export { type LeakCheck, type LeakCheckOptions, startLeakCheck } from './leak-check.ts'
export { seededRandom } from './random.ts'
export { nextTurn } from './turn.ts'
export { type PendingTimer, VirtualClock, type VirtualClockOptions } from './virtual-clock.ts'
