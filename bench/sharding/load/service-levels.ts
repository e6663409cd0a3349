/** The service levels: how long a website waits in the queue, and the time until a change is done. */
import { type Buckets, isKept, quantileOf } from './latency-histogram.ts'

/** 99 of 100 within this many seconds. */
export const promised = { share: 0.99, queueSeconds: 1, readySeconds: 5 } as const

/** One sample of a run, cumulative since its start. */
export interface Sample {
  /** Seconds since the load began. */
  readonly second: number
  readonly websites: number
  /** Creations, deletions and changes a second, since the previous sample. */
  readonly churn: number
  /** Estimated over everything since the start; `null` without values. */
  readonly queueP99: number | null
  readonly readyP99: number | null
  readonly isKept: boolean
}

export interface Latencies {
  readonly queue: Buckets
  readonly ready: Buckets
  /** Unfinished changes beyond the service level: a change that never ends is in no histogram. */
  readonly overdue: number
}

export function judge({ queue, ready, overdue }: Latencies): Pick<Sample, 'queueP99' | 'readyP99' | 'isKept'> {
  const { share, queueSeconds, readySeconds } = promised
  const all = withOverdue(ready, overdue)
  return {
    queueP99: quantileOf(queue, share) ?? null,
    readyP99: quantileOf(all, share) ?? null,
    isKept: isKept(queue, share, queueSeconds) && isKept(all, share, readySeconds),
  }
}

/** Adds overdue changes as violations: whatever they will take, it is more than the service level. */
function withOverdue({ buckets, count }: Buckets, overdue: number): Buckets {
  if (overdue === 0) return { buckets, count }
  const bounds =
    buckets.length === 0 ? [promised.readySeconds, Number.POSITIVE_INFINITY].map((le) => ({ le, count: 0 })) : buckets
  const last = bounds.length - 1
  const more = bounds.map((bucket, index) => (index === last ? { ...bucket, count: bucket.count + overdue } : bucket))
  return { buckets: more, count: count + overdue }
}

/** The last sample before the first violation; undefined if there was one from the start. */
export function capacityOf(samples: readonly Sample[]): Sample | undefined {
  const broken = samples.findIndex((sample) => !sample.isKept)
  return broken === -1 ? samples.at(-1) : samples[broken - 1]
}
