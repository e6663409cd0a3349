/** Time beyond clock and durations: timestamps, deadlines, back-off, turns of the event loop. */
export { backOffMs } from './time/back-off.ts'
export { deadline, type Deadline } from './time/sleep.ts'
export { TimeSlice } from './time/time-slice.ts'
export { formatMicroTime, formatTime, parseMicroTime, parseTime } from './time/time.ts'
export { nextTurn } from './time/turn.ts'
