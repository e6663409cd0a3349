/** Shows progress of work that takes longer than a second. */
import { ownSequence } from './own-sequence.ts'
import type { Terminal } from './terminal.ts'

const tick = 1_000

/**
 * Runs `work`. From the first second on, a terminal shows the current step and the elapsed time, every second. A log gets one
 * line, and one for each further step. The terminal line is erased at the end.
 */
export async function withProgress<T>(
  { stderr, clock }: Pick<Terminal, 'stderr' | 'clock'>,
  what: string,
  work: (step: (text: string) => void) => Promise<T>,
): Promise<T> {
  let seconds = 0
  let now = what
  const draw = () => stderr.write(`${ownSequence('\r\u001b[K')}${now} … ${seconds} s`)
  const show = () => {
    seconds++
    if (stderr.isTTY) draw()
    else if (seconds === 1) stderr.write(`${now} …\n`)
    timer = clock.schedule(tick, show)
  }
  const step = (text: string) => {
    now = `${what}: ${text}`
    if (seconds === 0) return
    if (stderr.isTTY) draw()
    else stderr.write(`${now} …\n`)
  }
  let timer = clock.schedule(tick, show)
  try {
    return await work(step)
  } finally {
    timer[Symbol.dispose]()
    if (stderr.isTTY && seconds > 0) stderr.write(ownSequence('\r\u001b[K'))
  }
}
