/**
 * Time, taken from outside. Everything in Kubewright that waits, measures or stamps takes a `Clock`, so that a whole
 * operator and its API server can run under virtual time. This file and its virtual twin are the only ones that may
 * touch real timers.
 */

export interface Clock {
  /** Milliseconds since the Unix epoch, as the wall shows. Jumps when somebody sets the machine's clock. */
  now(): number
  /** Milliseconds that only ever grow. For how long something took, or how old an observation is. */
  elapsed(): number
  /** Calls `run` once, `ms` from now. Disposing the result before then cancels it; disposing twice is harmless. */
  schedule(ms: number, run: () => void): Disposable
}

/** `setTimeout` fires at once for anything above this. */
const longestTimeoutMs = 2 ** 31 - 1

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
