import { Duration, parseGoDuration } from '../values/time.ts'

const spans: readonly (readonly [RegExp, bigint])[] = [
  [/^n(?:s|ano|anos|anosecond|anoseconds)?$/, 1n],
  [/^(?:us|µs|μs|micro|micros|microsecond|microseconds)$/, 1000n],
  [/^(?:ms|milli|millis|millisecond|milliseconds)$/, 1_000_000n],
  [/^(?:s|sec|secs|second|seconds)$/, 1_000_000_000n],
  [/^(?:m|min|mins|minute|minutes)$/, 60_000_000_000n],
  [/^(?:h|hr|hrs|hour|hours)$/, 3_600_000_000_000n],
  [/^(?:d|day|days)$/, 86_400_000_000_000n],
  [/^(?:w|wk|wks|week|weeks)$/, 604_800_000_000_000n],
]

/** The durations that schemas accept: Go's, and words such as `3 days`. */
export function parseOpenApiDuration(text: string): Duration | undefined {
  const simple = parseGoDuration(text)
  if (simple !== undefined) return simple
  let nanos = 0n
  let isThere = false
  // The lookbehind tries a number from its first digit only, because a match that fails there fails from every later digit.
  for (const [, count, unit] of text.matchAll(/(?<![0-9])([0-9]+)\s*([A-Za-zµμ]+)/gu)) {
    const span = spans.find(([shape]) => shape.test(unit!))?.[1]
    if (span === undefined || Number(count) >= 2 ** 64) return undefined
    nanos += BigInt(count!) * span
    isThere = true
  }
  return isThere ? new Duration(nanos) : undefined
}
