/** Values observed while the page is open: the server keeps no history. They survive navigation within the page. */
import { now } from '../browser-clock.ts'
import { useNow } from '../page-context.tsx'
import { type Sample, withSample } from './value-series.ts'

const seen = new Map<string, readonly Sample[]>()
const mostSeries = 200
const pauseMs = 1_000

/** The series of each present value, including its current sample. */
export function useSeenValues(values: ReadonlyMap<string, number | undefined>): ReadonlyMap<string, readonly Sample[]> {
  useNow()
  const at = now()
  const series = new Map<string, readonly Sample[]>()
  for (const [key, value] of values) {
    if (value === undefined) continue
    const known = seen.get(key) ?? []
    const last = known.at(-1)
    const next = last !== undefined && at - last[0] < pauseMs ? known : withSample(known, at, value)
    if (seen.has(key) || seen.size < mostSeries) seen.set(key, next)
    series.set(key, next)
  }
  return series
}
