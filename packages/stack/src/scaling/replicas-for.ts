/** Computes the replicas of a component. Pure. */
import { toMs } from '@kubewright/core'
import type { Sample, ScalingPolicy } from './scaling-policy.ts'

/**
 * The number of replicas for a policy.
 *
 * Guarantees: within `min` and `max`; unchanged while the metric is within the tolerance or there are no recent samples; scales down only
 * if no point in the stabilization window needed more.
 *
 * @example
 * ```ts
 * const policy = { metric: 'requests', target: 100, max: 10 }
 * replicasFor(policy, { current: 2, samples: [{ at: 1_000, value: 390 }], now: 1_000 }) // => 4
 * replicasFor(policy, { current: 2, samples: [], now: 1_000 }) // => 2
 * ```
 */
export function replicasFor(
  policy: ScalingPolicy,
  { current, samples, now }: { readonly current: number; readonly samples: readonly Sample[]; readonly now: number },
): number {
  const { min = 1, max, stabilization = '5m' } = policy
  const limited = (replicas: number) => Math.min(Math.max(replicas, min), Math.max(min, max))
  const wanted = wantedAt(policy, samples, current, now)
  if (wanted === undefined || wanted >= current) return limited(wanted ?? current)
  const since = now - toMs(stabilization)
  const moments = samples.map(({ at }) => at).filter((at) => at > since && at <= now)
  // Without samples for the whole stabilization window, a lower count cannot be justified.
  if (!samples.some(({ at }) => at <= since)) return limited(current)
  const highest = Math.max(wanted, ...moments.map((at) => wantedAt(policy, samples, current, at) ?? current))
  return limited(Math.min(current, highest))
}

/** The replicas for the metric at one point in time; `undefined` without samples. */
function wantedAt(policy: ScalingPolicy, samples: readonly Sample[], current: number, at: number): number | undefined {
  const { target, tolerance = 0.1, window = '1m' } = policy
  const since = at - toMs(window)
  const values = samples
    .filter((one) => one.at > since && one.at <= at && Number.isFinite(one.value))
    .map(({ value }) => value)
  if (values.length === 0 || !(target > 0)) return undefined
  const average = values.reduce((sum, value) => sum + value, 0) / values.length
  const ratio = average / (target * Math.max(current, 1))
  return Math.abs(ratio - 1) <= tolerance ? current : Math.ceil(average / target)
}
