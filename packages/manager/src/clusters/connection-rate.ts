/** A manager has several clients for each cluster: a rate limit holds for all of them together. See decision 0325. */
import type { ClientOptions } from '@kubewright/client'
import { isSharedRateLimit, sharedRateLimit } from '@kubewright/client/calls'
import type { Clock } from '@kubewright/core'

/** The rate limit of the clients of one cluster. Failure: `KW_CLIENT_OPTION`. */
export function connectionRate(
  { rateLimit }: Pick<ClientOptions, 'rateLimit'> = {},
  clock: Clock,
): Pick<ClientOptions, 'rateLimit'> {
  if (rateLimit === undefined || isSharedRateLimit(rateLimit)) return { rateLimit }
  return { rateLimit: sharedRateLimit(rateLimit, clock) }
}

/** The rate limit of the client for leases: a renewal that waits for other requests comes too late. */
export function leaseRate({ rateLimit }: Pick<ClientOptions, 'rateLimit'> = {}): Pick<ClientOptions, 'rateLimit'> {
  return { rateLimit: isSharedRateLimit(rateLimit) ? undefined : rateLimit }
}
