/** One rate limit for several clients of the same server. */
import { type Clock, systemClock } from '@kubewright/core'
import { RateLimit, type RateLimitOptions, type SharedRateLimit } from './call/rate-limit.ts'
import { assertRateLimit } from './client-options.ts'

/**
 * A rate limit that several clients use up together. With plain options, each client has the whole rate for itself.
 *
 * Failure: `KW_CLIENT_OPTION` for a rate or burst that is not above zero.
 *
 * @example
 * ```text
 * const rateLimit = sharedRateLimit({ perSecond: 20, burst: 40 })
 * const [reader, writer] = [createClient(await loadConfig(), { rateLimit }), createClient(await loadConfig(), { rateLimit })]
 * ```
 */
export function sharedRateLimit(options: RateLimitOptions, clock: Clock = systemClock): SharedRateLimit {
  assertRateLimit(options)
  return new RateLimit(clock, options)
}
