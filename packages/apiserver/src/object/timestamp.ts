/** Times as Kubernetes writes them. */

/** The last formatted time, memoized: a busy server formats the same second many times. */
let known = { second: Number.NaN, text: '' }

/** RFC 3339 in seconds, as Kubernetes writes times. */
export function timestamp(ms: number): string {
  const second = Math.floor(ms / 1_000)
  if (second !== known.second) known = { second, text: `${new Date(ms).toISOString().slice(0, 19)}Z` }
  return known.text
}
