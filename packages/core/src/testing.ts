/** For tests of Kubewright and of what is built on it: time that stands still, and randomness that repeats. */
export { seededIds } from './ids.ts'
export { seededRandom } from './random.ts'
export { type PendingTimer, VirtualClock, type VirtualClockOptions } from './virtual-clock.ts'
