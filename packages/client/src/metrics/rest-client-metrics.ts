/**
 * The `rest_client_*` metrics of client-go, so that existing dashboards and alerts for Go operators work. `verb` is the HTTP method, as
 * in client-go.
 */
import { Counter, Histogram, type MetricFamily } from '@kubewright/core/metrics'
import type { ClientObserver } from '../call/observer.ts'

const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60]
const lookupSeconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30]
const bytes = [64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216]

/** The `rest_client_*` metrics of client-go: an observer for `createClient`, and the collected families. */
export interface RestClientMetrics {
  /** Pass it to `createClient`; several clients may share it. */
  readonly observer: ClientObserver
  collect(): readonly MetricFamily[]
}

/**
 * The usual client metrics: requests by code, durations and sizes, as an observer of a client.
 *
 * @example
 * ```ts
 * const metrics = restClientMetrics()
 * await using client = createClient({ server: 'https://10.0.0.1:6443' }, { observer: metrics.observer })
 * metrics.collect().map(({ name }) => name).slice(0, 2)
 * // => ['rest_client_requests_total', 'rest_client_request_duration_seconds']
 * ```
 */
export function restClientMetrics(): RestClientMetrics {
  const { requests, duration, lookups, requestSize, responseSize, rateLimiter, retries } = families()
  const all = [requests, duration, lookups, requestSize, responseSize, rateLimiter, retries]
  return {
    observer: {
      requested({ method, host, code, streams, durationMs, requestBytes, responseBytes }) {
        requests.add([code, method, host])
        if (streams) return // the lifetime of a watch is not a latency
        duration.observe([method, host], durationMs / 1_000)
        requestSize.observe([method, host], requestBytes)
        responseSize.observe([method, host], responseBytes)
      },
      retried: ({ method, host, code }) => retries.add([code, method, host]),
      lookedUp: ({ host, durationMs }) => lookups.observe([host], durationMs / 1_000),
      rateLimited: ({ method, host, durationMs }) => rateLimiter.observe([method, host], durationMs / 1_000),
    },
    collect: () => all.flatMap((one): readonly MetricFamily[] => one.collect()),
  }
}

function families() {
  const byVerb = ['verb', 'host']
  const histogram = (name: string, help: string, bounds: readonly number[]) =>
    new Histogram({ name, help, labelNames: byVerb }, bounds)
  return {
    requests: new Counter({
      name: 'rest_client_requests_total',
      help: 'HTTP requests sent, by status code, method and host.',
      labelNames: ['code', 'method', 'host'],
    }),
    duration: histogram(
      'rest_client_request_duration_seconds',
      'Seconds from sending a request to the end of its response, by verb and host.',
      seconds,
    ),
    lookups: new Histogram(
      {
        name: 'rest_client_dns_resolution_duration_seconds',
        help: 'Duration of DNS lookups in seconds, by host.',
        labelNames: ['host'],
      },
      lookupSeconds,
    ),
    requestSize: histogram(
      'rest_client_request_size_bytes',
      'Bytes in the bodies of requests, by verb and host.',
      bytes,
    ),
    responseSize: histogram(
      'rest_client_response_size_bytes',
      'Bytes in the bodies of responses, by verb and host.',
      bytes,
    ),
    rateLimiter: histogram(
      'rest_client_rate_limiter_duration_seconds',
      "Seconds requests waited for the client's own rate limit, by verb and host.",
      seconds,
    ),
    retries: new Counter({
      name: 'rest_client_request_retries_total',
      help: 'Retries of requests, by the status code that caused them, verb and host.',
      labelNames: ['code', 'verb', 'host'],
    }),
  }
}
