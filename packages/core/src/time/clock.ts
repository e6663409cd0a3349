/**
 * The clock interface. Everything in Kubewright that waits, measures or stamps takes a `Clock`, so that a whole operator and its API
 * server can run under virtual time. Only this file and the virtual clock may use real timers.
 */

/** The time and the timers of a program: `systemClock`, or a virtual clock in tests. */
export interface Clock {
  /** Wall-clock milliseconds since the Unix epoch. Jumps when the system clock is set. */
  now(): number
  /** Monotonic milliseconds, for durations and the age of observations. */
  elapsed(): number
  /** Calls `run` once, `ms` from now. Disposing the result before then cancels it; disposing twice is harmless. */
  schedule(ms: number, run: () => void): Disposable
}

/** `setTimeout` fires immediately for a larger delay. */
const longestTimeoutMs = 2 ** 31 - 1

/** The real clock of this machine: wall time, monotonic time, and timers of any length. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  schedule(ms, run) {
    let timer: NodeJS.Timeout
    const arm = (left: number) => {
      const step = Math.min(Math.max(left, 0), longestTimeoutMs)
      timer = setTimeout(() => (left > step ? arm(left - step) : run()), step)
    }
    arm(Number.isNaN(ms) ? 0 : ms)
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
}
