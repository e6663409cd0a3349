/** Duration, renew deadline and retry period of a lease. */
import { type Duration, formatDuration, toMs } from '@kubewright/core'
import { leaseErrors } from './errors.ts'

/** Options of `leaseTiming`: lease duration, renew deadline and retry period. */
export interface LeaseTimingOptions {
  /** How long other processes wait after the last renewal before they take over. @default '15s' */
  readonly duration?: Duration
  /** How long the holder retries a renewal before it gives up. @default '10s' */
  readonly renewWithin?: Duration
  /** Time between two attempts. @default '2s' */
  readonly retryEvery?: Duration
}

/** The validated times of a lease in milliseconds: the result of `leaseTiming`. */
export interface LeaseTiming {
  readonly durationMs: number
  readonly renewWithinMs: number
  readonly retryEveryMs: number
}

/** Relative jitter of the retry period, so that candidates do not collide. */
export const retryJitter = 0.2

/** Failure: `KW_LEASE_OPTION` if the times do not let a holder renew before other processes take over. */
export function leaseTiming({
  duration = '15s',
  renewWithin = '10s',
  retryEvery = '2s',
}: LeaseTimingOptions): LeaseTiming {
  const timing = { durationMs: toMs(duration), renewWithinMs: toMs(renewWithin), retryEveryMs: toMs(retryEvery) }
  const { durationMs, renewWithinMs, retryEveryMs } = timing
  if (durationMs < 1_000)
    throw misfit('duration', durationMs, 'is less than a second, and a Lease stores whole seconds')
  if (!(durationMs > renewWithinMs))
    throw misfit('duration', durationMs, `is not longer than renewWithin, ${formatDuration(renewWithinMs)}`)
  if (!(renewWithinMs > retryEveryMs * (1 + retryJitter))) {
    throw misfit(
      'renewWithin',
      renewWithinMs,
      `is not longer than retryEvery and its spread, ${formatDuration(retryEveryMs * (1 + retryJitter))}`,
    )
  }
  if (!(retryEveryMs > 0)) throw misfit('retryEvery', retryEveryMs, 'is not above zero')
  return timing
}

function misfit(option: string, ms: number, why: string): Error {
  return leaseErrors('KW_LEASE_OPTION', {
    what: `use a lease with ${option} ${formatDuration(ms)}`,
    why: `it ${why}`,
    next: 'Let duration be longer than renewWithin, and renewWithin longer than retryEvery: 15s, 10s and 2s fit.',
    details: { option, ms },
  })
}
