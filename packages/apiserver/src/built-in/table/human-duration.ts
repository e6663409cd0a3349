/** Durations in the style of `kubectl get`: short, and less precise the longer they are. */

const [minute, hour, day] = [60, 3_600, 86_400]

/** The format from each number of seconds on; the last step that applies wins. */
const steps: readonly (readonly [number, (seconds: number) => string])[] = [
  [0, (seconds) => `${seconds}s`],
  [2 * minute, (seconds) => pair(seconds, [minute, 'm'], [1, 's'])],
  [10 * minute, (seconds) => `${whole(seconds, minute)}m`],
  [3 * hour, (seconds) => pair(seconds, [hour, 'h'], [minute, 'm'])],
  [8 * hour, (seconds) => `${whole(seconds, hour)}h`],
  [2 * day, (seconds) => pair(seconds, [day, 'd'], [hour, 'h'])],
  [8 * day, (seconds) => `${whole(seconds, day)}d`],
  [2 * 365 * day, (seconds) => pair(seconds, [365 * day, 'y'], [day, 'd'])],
  [8 * 365 * day, (seconds) => `${whole(seconds, 365 * day)}y`],
]

export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1_000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  return steps.findLast(([from]) => seconds >= from)![1](seconds)
}

/** The time since an RFC 3339 timestamp. */
export function humanAge(time: string | undefined, nowMs: number): string {
  return time === undefined || time === '' ? '<unknown>' : humanDuration(nowMs - Date.parse(time))
}

const whole = (seconds: number, unit: number) => Math.floor(seconds / unit)

type Unit = readonly [seconds: number, name: string]

function pair(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = whole(seconds % large, small)
  return `${whole(seconds, large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`
}
