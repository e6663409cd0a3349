/**
 * Notices when nothing is heard of an exploration any more. Code that goes round in circles can say nothing itself, and nobody in
 * its process can stop it.
 */
import { toMs } from '@kubewright/core'
import type { Terminal } from '../terminal/terminal.ts'

export interface Silence extends Disposable {
  /** Something was heard. */
  isBroken(): void
}

const toldAfter = toMs('30s')
const endsAfter = toMs('10m')
const told = 'Still in the same run after 30 seconds. If a loop or a scenario has no end, Ctrl-C stops it.'

/** @param onEnd called when it has lasted too long */
export function listenFor({ clock, stderr }: Pick<Terminal, 'clock' | 'stderr'>, onEnd: () => void): Silence {
  let timers: readonly Disposable[] = []
  const stop = () => {
    for (const timer of timers) timer[Symbol.dispose]()
  }
  const isBroken = () => {
    stop()
    const tell = () => void stderr.write(`${stderr.isTTY ? '\r\u001b[K' : ''}${told}\n`)
    timers = [clock.schedule(toldAfter, tell), clock.schedule(endsAfter, onEnd)]
  }
  isBroken()
  return { isBroken, [Symbol.dispose]: stop }
}
