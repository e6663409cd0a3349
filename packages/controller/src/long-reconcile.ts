/** Says that a reconcile does not end: it keeps its worker, and without a `timeout` nothing else would tell. */
import { type Clock, formatDuration, type Logger } from '@kubewright/core'

const longMs = 5 * 60_000

/** Disposed when the reconcile has ended. Told after five minutes, and each time it has taken twice as long. */
export function tellIfLong(clock: Clock, log: Logger): Disposable {
  const begun = clock.elapsed()
  let timer: Disposable
  const arm = (ms: number) => {
    timer = clock.schedule(ms, () => {
      const tookMs = clock.elapsed() - begun
      arm(tookMs)
      log.warn('reconcile is still running', {
        for: formatDuration(Math.round(tookMs / 1_000) * 1_000),
        next: 'Pass `ctx.signal` to whatever it waits for, and give the controller a `timeout`.',
      })
    })
  }
  arm(longMs)
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() }
}
