/** Around the calls of a client: retries, rate limits, warnings, observers, metrics, decorators. */
export type { ClientObserver, ObservedRequest } from './call/observer.ts'
export { isSharedRateLimit, type RateLimitOptions, type SharedRateLimit } from './call/rate-limit.ts'
export type { RetryOptions } from './call/retry.ts'
export type { ServerWarning } from './call/warnings.ts'
export { type AroundCall, aroundCalls, type ClientCall } from './decorate/around-calls.ts'
export { restClientMetrics, type RestClientMetrics } from './metrics/rest-client-metrics.ts'
export { sharedRateLimit } from './shared-rate-limit.ts'
