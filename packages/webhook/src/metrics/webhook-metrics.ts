/**
 * The metrics of controller-runtime's webhook server and certificate watcher, by the same names, so that dashboards made for
 * operators in Go work for this one. `webhook` is the path, as it is there.
 */
import type { CounterFamily, GaugeFamily, HistogramFamily, WebhookMetricFamily } from './metric-family.ts'
import type { WebhookObserver } from './webhook-observer.ts'

export interface WebhookMetrics {
  readonly observer: WebhookObserver
  collect(): readonly WebhookMetricFamily[]
}

/** From ten nanoseconds to a quarter of an hour, each ten times the one before, as multiplying makes them. */
const bounds = Array.from({ length: 11 }).reduce<number[]>((found) => [...found, found.at(-1)! * 10], [10e-9])

interface PathState {
  readonly codes: Map<string, number>
  inFlight: number
  /** How many fell between two bounds; one more than there are bounds. */
  readonly counts: number[]
  sum: number
}

/** @param paths of all webhooks: what never happened is then seen not to have happened */
export function webhookMetrics(paths: readonly string[]): WebhookMetrics {
  const states = new Map(paths.map((path) => [path, newState()]))
  const totals = { admission: 0, conversion: 0, reads: 0, readErrors: 0 }
  return {
    observer: {
      began(path) {
        const state = states.get(path)
        if (state !== undefined) state.inFlight++
      },
      answered(path, code, durationMs) {
        const state = states.get(path)
        if (state !== undefined) note(state, code, durationMs / 1_000)
      },
      failed: (of) => void totals[of]++,
      certificateRead(error) {
        totals.reads++
        if (error !== undefined) totals.readErrors++
      },
    },
    collect: () => [...pathFamilies(states), ...totalFamilies(totals)],
  }
}

function newState(): PathState {
  const codes = new Map([
    ['200', 0],
    ['500', 0],
  ])
  return { codes, inFlight: 0, counts: [...bounds, 0].fill(0), sum: 0 }
}

function note(state: PathState, code: number, seconds: number): void {
  state.inFlight--
  state.codes.set(String(code), (state.codes.get(String(code)) ?? 0) + 1)
  const above = bounds.findIndex((bound) => seconds <= bound)
  state.counts[above === -1 ? bounds.length : above]!++
  state.sum += seconds
}

function pathFamilies(states: ReadonlyMap<string, PathState>): readonly WebhookMetricFamily[] {
  const all = [...states]
  const latency: HistogramFamily = {
    type: 'histogram',
    name: 'controller_runtime_webhook_latency_seconds',
    help: 'Seconds it took to answer an admission request.',
    labelNames: ['webhook'],
    samples: all.map(([webhook, { counts, sum }]) => ({ labels: { webhook }, ...cumulated(counts), sum })),
  }
  const requests: CounterFamily = {
    type: 'counter',
    name: 'controller_runtime_webhook_requests_total',
    help: 'Admission requests answered, by HTTP status code.',
    labelNames: ['webhook', 'code'],
    samples: all.flatMap(([webhook, { codes }]) =>
      [...codes].map(([code, value]) => ({ labels: { webhook, code }, value })),
    ),
  }
  const inFlight: GaugeFamily = {
    type: 'gauge',
    name: 'controller_runtime_webhook_requests_in_flight',
    help: 'Admission requests being answered.',
    labelNames: ['webhook'],
    samples: all.map(([webhook, { inFlight: value }]) => ({ labels: { webhook }, value })),
  }
  return [latency, requests, inFlight]
}

function cumulated(counts: readonly number[]) {
  let count = 0
  const buckets = [...bounds, Number.POSITIVE_INFINITY].map((le, index) => {
    count += counts[index]!
    return { le, count }
  })
  return { buckets, count }
}

interface Totals {
  readonly admission: number
  readonly conversion: number
  readonly reads: number
  readonly readErrors: number
}

function totalFamilies({ admission, conversion, reads, readErrors }: Totals): readonly CounterFamily[] {
  const counter = (name: string, help: string, value: number): CounterFamily => ({
    type: 'counter',
    name,
    help,
    labelNames: [],
    samples: [{ labels: {}, value }],
  })
  return [
    counter('controller_runtime_webhook_panics_total', 'Functions of admissions that failed.', admission),
    counter('controller_runtime_conversion_webhook_panics_total', 'Functions of conversions that failed.', conversion),
    counter('certwatcher_read_certificate_total', 'Certificates read.', reads),
    counter('certwatcher_read_certificate_errors_total', 'Certificates that could not be read.', readErrors),
  ]
}
