/** The `kubewright_external_*` metrics: latency, failures and drift. */
import { Counter, Histogram, type MetricFamily } from '@kubewright/core/metrics'
import type { ExternalObserver } from '../operations/external-observer.ts'

const callSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const readySeconds = [1, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400]

/** The metrics of external controllers: an observer that records them, and a source for the manager. */
export interface ExternalMetrics {
  /** Pass it to `defineExternalController`; several controllers may share it. */
  readonly observer: ExternalObserver
  /** A source for the manager: `manager.metrics.add(metrics)`. */
  collect(): readonly MetricFamily[]
}

/**
 * The metrics of calls to external APIs, as an observer of an external controller.
 *
 * @example
 * ```ts
 * const metrics = externalMetrics()
 * metrics.observer.drifted?.({ controller: 'databases', object: { name: 'shop' } })
 * metrics.collect().find(({ name }) => name === 'kubewright_external_drift_total')?.samples
 * // => [{ labels: { controller: 'databases' }, value: 1 }]
 * ```
 */
export function externalMetrics(): ExternalMetrics {
  const { calls, duration, ready, drift, moves } = families()
  return {
    observer: {
      called({ controller, verb, result, durationMs }) {
        calls.add([controller, verb, result])
        duration.observe([controller, verb], durationMs / 1_000)
      },
      moved: ({ controller, from, to }) => moves.add([controller, from, to]),
      becameReady: ({ controller, afterMs }) => ready.observe([controller], afterMs / 1_000),
      drifted: ({ controller }) => drift.add([controller]),
    },
    collect: () => [calls, duration, ready, drift, moves].flatMap((one): readonly MetricFamily[] => one.collect()),
  }
}

function families() {
  return {
    calls: new Counter({
      name: 'kubewright_external_calls_total',
      help: 'Calls to external APIs, by controller, verb and result.',
      labelNames: ['controller', 'verb', 'result'],
    }),
    duration: new Histogram(
      {
        name: 'kubewright_external_call_duration_seconds',
        help: 'Duration of calls to external APIs in seconds, by controller and verb.',
        labelNames: ['controller', 'verb'],
      },
      callSeconds,
    ),
    ready: new Histogram(
      {
        name: 'kubewright_external_time_to_ready_seconds',
        help: 'Seconds until ready, since creation or since readiness was lost, by controller.',
        labelNames: ['controller'],
      },
      readySeconds,
    ),
    drift: new Counter({
      name: 'kubewright_external_drift_total',
      help: 'Drift: number of times an in-sync resource was found changed outside the cluster, by controller.',
      labelNames: ['controller'],
    }),
    moves: new Counter({
      name: 'kubewright_external_transitions_total',
      help: 'State transitions of objects, by controller, old and new state.',
      labelNames: ['controller', 'from', 'to'],
    }),
  }
}
