/**
 * The Retry-After header: seconds, or a date. `undefined` for anything else.
 *
 * @param now milliseconds since the epoch
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // Date.parse also accepts bare numbers and many vague forms; HTTP dates start with the name of a day.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
