/** A watchdog for an exploration. Code in an infinite loop cannot report anything, and cannot be stopped from within its process. */
import { type Clock, toMs } from '@kubewright/core'

export interface Watchdog extends Disposable {
  /** Resets the watchdog. */
  reset(): void
}

const reportAfter = toMs('30s')
const endAfter = toMs('10m')

/** @param onLong called after half a minute of silence; @param onEnd called when it has lasted too long */
export function startWatchdog(clock: Clock, onLong: () => void, onEnd: () => void): Watchdog {
  let timers: readonly Disposable[] = []
  const stop = () => {
    for (const timer of timers) timer[Symbol.dispose]()
  }
  const reset = () => {
    stop()
    timers = [clock.schedule(reportAfter, onLong), clock.schedule(endAfter, onEnd)]
  }
  reset()
  return { reset, [Symbol.dispose]: stop }
}
