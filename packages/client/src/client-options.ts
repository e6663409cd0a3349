/** The validated options of a client, with defaults. */
import { type Clock, systemClock } from '@kubewright/core'
import { type Random, systemRandom } from '@kubewright/core/random'
import { isSharedRateLimit, type RateLimitOptions, type SharedRateLimit } from './call/rate-limit.ts'
import { type RetryPolicy, retryPolicy } from './call/retry.ts'
import type { ClientOptions } from './client.ts'
import { clientErrors } from './errors.ts'
import { describeValue, durationMs } from './verb/check-options.ts'

export interface ClientSettings {
  readonly clock: Clock
  readonly random: Random
  readonly timeoutMs: number
  readonly maxInFlight: number
  readonly retry: RetryPolicy
  readonly rateLimit: RateLimitOptions | SharedRateLimit | undefined
  readonly namespace: string | undefined
  readonly fieldManager: string | undefined
  readonly omitManagedFields: boolean
}

/** Failure: `KW_CLIENT_OPTION`, `KW_CORE_DURATION`. */
export function clientSettings(options: ClientOptions): ClientSettings {
  assertOptions(options)
  const { clock = systemClock, random = systemRandom, timeout = '30s', maxInFlight = 32, rateLimit } = options
  const retry = retryPolicy(options.retry)
  assertPositive('maxInFlight', maxInFlight, Number.isSafeInteger(maxInFlight))
  assertPositive('retry.attempts', retry.attempts, Number.isSafeInteger(retry.attempts))
  if (rateLimit !== undefined && !isSharedRateLimit(rateLimit)) assertRateLimit(rateLimit)
  const { namespace, fieldManager, omitManagedFields = false } = options
  const timeoutMs = durationMs('timeout', timeout)
  return { clock, random, timeoutMs, maxInFlight, retry, rateLimit, namespace, fieldManager, omitManagedFields }
}

/** Failure: `KW_CLIENT_OPTION`, also for a value that is not an object, such as a number in plain JavaScript. */
export function assertRateLimit(given: RateLimitOptions): void {
  const { perSecond, burst } = Object(given) as RateLimitOptions
  assertPositive('rateLimit.perSecond', perSecond)
  assertPositive('rateLimit.burst', burst, burst >= 1)
}

function assertOptions(options: unknown): void {
  if (typeof options === 'object' && options !== null) return
  const why = `the options are ${describeValue(options)}`
  throw clientErrors('KW_CLIENT_OPTION', { what: 'create a client', why, next: 'Leave them out, or pass an object.' })
}

function assertPositive(name: string, value: number, isUsable = true): void {
  if (value > 0 && Number.isFinite(value) && isUsable) return
  throw clientErrors('KW_CLIENT_OPTION', {
    what: 'create a client',
    why: `the option ${name} is ${value}`,
    next: 'Use a number above zero; a count has to be a whole number.',
    details: { option: name, value },
  })
}
