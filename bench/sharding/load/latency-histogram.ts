/**
 * Latency histograms with a bucket bound exactly at the service level, so that the 99th percentile is checked by counting
 * instead of estimating.
 */
import { Histogram, type HistogramSample } from '@kubewright/core/metrics'

/** In seconds. */
export const latencyBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Buckets = Pick<HistogramSample, 'buckets' | 'count'>

export const noLatencies: Buckets = { buckets: [], count: 0 }

export class LatencyHistogram {
  readonly #histogram = new Histogram({ name: 'seconds', help: '' }, latencyBounds)

  observe(ms: number): void {
    this.#histogram.observe([], ms / 1_000)
  }

  get buckets(): Buckets {
    return this.#histogram.collect()[0].samples[0] ?? noLatencies
  }
}

/** The sum of several processes' buckets. Failure: throws if their bounds differ. */
export function sumOf(all: readonly Buckets[]): Buckets {
  const [first = noLatencies, ...others] = all.filter(({ count }) => count > 0)
  return others.reduce((sum, { buckets, count }) => {
    const joined = sum.buckets.map(({ le, count: own }, index) => {
      if (buckets[index]?.le !== le) throw new Error(`a bucket ends at ${le} here and at ${buckets[index]?.le} there`)
      return { le, count: own + buckets[index].count }
    })
    return { buckets: joined, count: sum.count + count }
  }, first)
}

/** A quantile, interpolated linearly as in Prometheus. Undefined without samples; infinity beyond the last bound. */
export function quantileOf({ buckets, count }: Buckets, share: number): number | undefined {
  if (count === 0) return undefined
  const rank = share * count
  const at = buckets.findIndex((bucket) => bucket.count >= rank)
  const { le, count: upTo } = buckets[at]!
  const [low, below] = at === 0 ? [0, 0] : [buckets[at - 1]!.le, buckets[at - 1]!.count]
  return Number.isFinite(le) ? low + (le - low) * ((rank - below) / (upTo - below)) : Number.POSITIVE_INFINITY
}

/** Whether this share took at most `seconds`, which must be a bound. True without samples. */
export function isKept({ buckets, count }: Buckets, share: number, seconds: number): boolean {
  if (count === 0) return true
  // Bounds that are products of floating-point numbers are not exact.
  const bucket = buckets.find(({ le }) => Math.abs(le - seconds) <= seconds * 1e-9)
  if (bucket === undefined) throw new Error(`no bucket ends at ${seconds} s`)
  return bucket.count >= share * count
}

/** The samples since `before`, of the same processes. */
export function minus({ buckets, count }: Buckets, before: Buckets): Buckets {
  if (before.count === 0) return { buckets, count }
  const since = buckets.map(({ le, count: all }, index) => ({ le, count: all - before.buckets[index]!.count }))
  return { buckets: since, count: count - before.count }
}
