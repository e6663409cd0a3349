/**
 * Notices when nothing is heard of an exploration any more. Code that goes round in circles can say nothing itself, and nobody in
 * its process can stop it.
 */
import { type Clock, toMs } from '@kubewright/core'

export interface Silence extends Disposable {
  /** Something was heard. */
  isBroken(): void
}

const toldAfter = toMs('30s')
const endsAfter = toMs('10m')

/** @param onLong called when it has lasted for half a minute; @param onEnd when it has lasted too long */
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
