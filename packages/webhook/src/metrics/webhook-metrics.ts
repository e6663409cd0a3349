/**
 * The metrics of controller-runtime's webhook server and certificate watcher, under the same names, so that existing
 * dashboards for Go operators work. As there, the label `webhook` is the path.
 */
import { Counter, Gauge, Histogram, type MetricFamily, type MetricSource } from '@kubewright/core/metrics'
import type { WebhookObserver } from './webhook-observer.ts'

/** The metrics of a webhook server, and the observer that records them. */
export interface WebhookMetrics extends MetricSource {
  readonly observer: WebhookObserver
}

/**
 * From ten nanoseconds to 1000 seconds, in powers of ten. Computed by multiplication, to get the same values as
 * controller-runtime.
 */
const bounds = Array.from({ length: 11 }).reduce<number[]>((found) => [...found, found.at(-1)! * 10], [10e-9])

/**
 * The metrics of webhook calls: counts by result, and durations.
 *
 * @param paths of all webhooks: their series start at zero instead of being absent
 */
export function webhookMetrics(paths: readonly string[]): WebhookMetrics {
  const known = new Set(paths)
  const { latency, requests, inFlight, panics, reads, readErrors } = families()
  for (const path of paths) {
    latency.touch([path])
    for (const code of ['200', '500']) requests.touch([path, code])
    inFlight.add([path], 0)
  }
  const totals = [panics.admission, panics.conversion, reads, readErrors]
  for (const total of totals) total.touch()
  return {
    observer: {
      began: (path) => known.has(path) && inFlight.add([path], 1),
      answered(path, code, durationMs) {
        if (!known.has(path)) return
        inFlight.add([path], -1)
        requests.add([path, String(code)])
        latency.observe([path], durationMs / 1_000)
      },
      failed: (of) => panics[of].add(),
      certificateRead(error) {
        reads.add()
        if (error !== undefined) readErrors.add()
      },
    },
    collect: () => [latency, requests, inFlight, ...totals].flatMap((one): readonly MetricFamily[] => one.collect()),
  }
}

function families() {
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name, help, labelNames })
  return {
    latency: new Histogram(
      {
        name: 'controller_runtime_webhook_latency_seconds',
        help: 'Duration of admission requests in seconds.',
        labelNames: ['webhook'],
      },
      bounds,
    ),
    requests: counter(
      'controller_runtime_webhook_requests_total',
      'Admission requests answered, by HTTP status code.',
      ['webhook', 'code'],
    ),
    inFlight: new Gauge({
      name: 'controller_runtime_webhook_requests_in_flight',
      help: 'Admission requests in progress.',
      labelNames: ['webhook'],
    }),
    panics: {
      admission: counter(
        'controller_runtime_webhook_panics_total',
        'Admission functions that threw an unexpected error.',
      ),
      conversion: counter(
        'controller_runtime_conversion_webhook_panics_total',
        'Conversion functions that threw an unexpected error.',
      ),
    },
    reads: counter('certwatcher_read_certificate_total', 'Certificates read.'),
    readErrors: counter('certwatcher_read_certificate_errors_total', 'Certificates that could not be read.'),
  }
}
