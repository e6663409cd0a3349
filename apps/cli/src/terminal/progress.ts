/** Says what takes longer than a second, while it does. */
import type { Terminal } from './terminal.ts'

const tick = 1_000

/**
 * Runs `work`. After a second, and each second from then on, a terminal shows what is under way and for how long; a log gets
 * one line. What was shown on a terminal goes away at the end.
 */
export async function withProgress<T>(
  { stderr, clock }: Pick<Terminal, 'stderr' | 'clock'>,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  let seconds = 0
  const show = () => {
    seconds++
    if (stderr.isTTY) stderr.write(`\r${what} … ${seconds} s`)
    else if (seconds === 1) stderr.write(`${what} …\n`)
    timer = clock.schedule(tick, show)
  }
  let timer = clock.schedule(tick, show)
  try {
    return await work()
  } finally {
    timer[Symbol.dispose]()
    if (stderr.isTTY && seconds > 0) stderr.write('\r\u001b[K')
  }
}
