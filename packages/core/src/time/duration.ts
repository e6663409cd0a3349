/** Human-readable durations: `'30s'`, `'1.5h'`, or a plain number of milliseconds. */
import { coreErrors } from '../errors.ts'

/** Milliseconds in each unit. */
const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
/** A unit of time: `ms`, `s`, `m`, `h` or `d`. */
type Unit = keyof typeof unitMs

/** A duration with its unit, or a number of milliseconds. `'5'` does not compile: is it seconds or minutes? */
export type Duration = number | `${number}${Unit}`

/**
 * The milliseconds in `duration`.
 *
 * @example
 * ```ts
 * toMs('1.5h') // => 5400000
 * toMs(250) // => 250
 * ```
 */
export function toMs(duration: Duration): number {
  return typeof duration === 'number' ? assertUsable(duration, duration) : parseDuration(duration)
}

/**
 * Parses a duration from text, such as a flag or an environment variable. Units may be combined.
 *
 * @example
 * ```ts
 * parseDuration('1h30m') // => 5400000
 * ```
 */
export function parseDuration(text: string): number {
  if (typeof text !== 'string') throw unreadable(text) // untyped code
  // Sticky: each match starts where the previous one ended. An unanchored search would take quadratic time.
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?|\.\d+)(ms|s|m|h|d)/gy)]
  const isComplete = parts.length > 0 && parts.map((part) => part[0]).join('') === text
  if (!isComplete) throw unreadable(text)
  return assertUsable(
    parts.reduce((sum, part) => sum + Number(part[1]) * unitMs[part[2] as Unit], 0),
    text,
  )
}

/**
 * The shortest exact notation for `ms`.
 *
 * @example
 * ```ts
 * formatDuration(5_400_000) // => '1h30m'
 * formatDuration(0) // => '0s'
 * ```
 */
export function formatDuration(ms: number): string {
  let left = Math.round(assertUsable(ms, ms))
  if (left === 0) return '0s'
  let text = ''
  for (const unit of ['d', 'h', 'm', 's', 'ms'] as const) {
    const count = Math.floor(left / unitMs[unit])
    if (count > 0) text += `${count}${unit}`
    left -= count * unitMs[unit]
  }
  return text
}

function assertUsable(ms: number, given: unknown): number {
  if (!Number.isFinite(ms) || ms < 0) throw unreadable(given)
  return ms
}

function unreadable(given: unknown): Error {
  return coreErrors('KW_CORE_DURATION', {
    what: `read the duration ${typeof given === 'string' ? JSON.stringify(given) : String(given)}`,
    why: 'it is not a non-negative number with a unit',
    next: "Write a number and one of ms, s, m, h, d, such as '30s' or '1h30m'.",
    details: { given },
  })
}
