/** Values that the page saw while it was open: the server keeps no old ones. They stay while one looks at another page. */
import { now } from '../browser-clock.ts'
import { useNow } from '../page-context.tsx'
import { type Sample, withSample } from './value-series.ts'

const seen = new Map<string, readonly Sample[]>()
const mostSeries = 200
const pauseMs = 1_000

/** The series of each value that is there, with what it is now. */
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
