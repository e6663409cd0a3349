/** Reports a reconcile that ignores its signal: it is not aborted by its `timeout`, occupies its worker, and has no record until it ends. */
import { type Clock, type Duration, formatDuration, type Logger, toMs } from '@kubewright/core'

/** The time after the deadline that a reconcile may take to end. */
const graceMs = 5_000

/**
 * Dispose it when the reconcile has ended. Warns once.
 *
 * @param signal aborted when the process stops: then nothing is logged
 */
export function warnIfLate(clock: Clock, timeout: Duration, log: Logger, signal: AbortSignal): Disposable {
  return clock.schedule(toMs(timeout) + graceMs, () => {
    if (signal.aborted) return
    log.warn('reconcile ignores its signal and is still running after its timeout', {
      timeout: formatDuration(toMs(timeout)),
      next: 'Pass `ctx.signal` to whatever it waits for. Until it returns, its object is not reconciled again and its worker is occupied.',
    })
  })
}
