/** The finding for a run that never becomes idle: the loop at the end of its trace. Pure. */
import { type Finding, finding } from '../trace/finding.ts'
import type { Trace } from '../trace/trace.ts'

/** Shows the loop: the shortest sequence of calls that repeats at the end. */
export function livelock({ entries }: Pick<Trace, 'entries'>): Finding {
  const calls = entries.flatMap((entry) =>
    entry.type === 'call' && entry.changed ? [`${entry.by}: ${entry.call}`] : [],
  )
  const loop = periodOf(calls)
  const shown = loop.length > 0 ? loop : calls.slice(-8)
  const [first = 'nothing is written, but a timer is always due'] = shown
  return finding(
    'liveness',
    'the operator never becomes idle',
    ['repeated calls:', ...shown.map((call) => `  ${call}`)],
    first,
  )
}

function periodOf(items: readonly string[]): readonly string[] {
  for (let length = 1; length <= 20 && length * 3 <= items.length; length++) {
    const tail = items.slice(-length * 3)
    if (tail.every((item, at) => item === tail[at % length])) return tail.slice(0, length)
  }
  return []
}
