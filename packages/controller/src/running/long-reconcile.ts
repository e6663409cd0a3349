/** Reports a reconcile that does not end: it occupies its worker, and without a `timeout` nothing else would show it. */
import { type Clock, formatDuration, type Logger } from '@kubewright/core'

const longMs = 5 * 60_000

/** Dispose it when the reconcile has ended. Warns after five minutes, then each time the duration has doubled. */
export function warnIfLong(clock: Clock, log: Logger): Disposable {
  const begun = clock.elapsed()
  let timer: Disposable
  const arm = (ms: number) => {
    timer = clock.schedule(ms, () => {
      const tookMs = clock.elapsed() - begun
      arm(tookMs)
      log.warn('reconcile is still running', {
        for: formatDuration(Math.round(tookMs / 1_000) * 1_000),
        next: 'Pass `ctx.signal` to whatever it waits for, and give the controller a `timeout`: it aborts that signal.',
      })
    })
  }
  arm(longMs)
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() }
}
