/** Detects outliers: compares the latest value of a metric with its history. Pure. */
import type { AbnormalityPolicy, Sample } from './scaling-policy.ts'

/** An abnormal value. */
export interface Abnormality {
  readonly metric: string
  readonly value: number
  readonly usual: number
  readonly direction: 'high' | 'low'
}

/** The minimum history for a baseline. */
const fewestSamples = 12

/**
 * Compares the latest sample with the median of the earlier ones, in units of their median absolute deviation: a single earlier outlier
 * does not mask the next one.
 */
export function findAbnormality(
  { metric, sensitivity = 6 }: AbnormalityPolicy,
  samples: readonly Sample[],
): Abnormality | undefined {
  const sorted = samples.filter(({ value }) => Number.isFinite(value)).toSorted((a, b) => a.at - b.at)
  const latest = sorted.at(-1)
  const past = sorted.slice(0, -1).map(({ value }) => value)
  if (latest === undefined || past.length < fewestSamples) return undefined
  const usual = median(past)
  // A constant metric has no deviation: use a twentieth of its value.
  const deviation = Math.max(median(past.map((value) => Math.abs(value - usual))), Math.abs(usual) / 20, Number.EPSILON)
  const distance = latest.value - usual
  if (Math.abs(distance) <= sensitivity * deviation) return undefined
  return { metric, value: latest.value, usual, direction: distance > 0 ? 'high' : 'low' }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
