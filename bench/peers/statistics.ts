/** Medians and their spread. Pure. */

export interface Summary {
  readonly median: number
  readonly min: number
  readonly max: number
  readonly runs: number
}

/** Failure: throws if there are no values. */
export function summarize(values: readonly number[]): Summary {
  if (values.length === 0) throw new Error('There is no median of nothing.')
  const sorted = [...values].sort((one, two) => one - two)
  const middle = sorted.length / 2
  const median = sorted.length % 2 === 0 ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!
  return { median, min: sorted[0]!, max: sorted.at(-1)!, runs: sorted.length }
}

/** The value below which `share` of all values are, by the nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('There is no quantile of nothing.')
  const sorted = [...values].sort((one, two) => one - two)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
}
