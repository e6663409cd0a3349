/** A watchdog for an exploration. Code in an infinite loop cannot report anything, and cannot be stopped from within its process. */
import { type Clock, toMs } from '@kubewright/core'

export interface Silence extends Disposable {
  /** Resets the watchdog. */
  isBroken(): void
}

const toldAfter = toMs('30s')
const endsAfter = toMs('10m')

/** @param onLong called after half a minute of silence; @param onEnd called when it has lasted too long */
export function listenFor(clock: Clock, onLong: () => void, onEnd: () => void): Silence {
  let timers: readonly Disposable[] = []
  const stop = () => {
    for (const timer of timers) timer[Symbol.dispose]()
  }
  const isBroken = () => {
    stop()
    timers = [clock.schedule(toldAfter, onLong), clock.schedule(endsAfter, onEnd)]
  }
  isBroken()
  return { isBroken, [Symbol.dispose]: stop }
}
