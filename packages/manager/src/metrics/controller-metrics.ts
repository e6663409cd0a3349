/**
 * Metrics of controllers with the names, labels and buckets of controller-runtime, so that existing dashboards and alerts work.
 * Metrics it has no name for are called `kubewright_…`.
 */
import type { ControllerObserver, ReconcileRecord, RunningController } from '@kubewright/controller/host'
import {
  Counter,
  type CounterFamily,
  Gauge,
  Histogram,
  type MetricFamily,
  type MetricSource,
} from '@kubewright/core/metrics'
import { QueueMetrics } from './queue-metrics.ts'

const results = ['success', 'error', 'requeue', 'requeue_after'] as const

const reconcileSeconds = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
]

const labelNames = ['controller']

/** The part of a controller that is measured. */
export interface MeasuredController {
  readonly name: string
  readonly concurrency: number
}

export class ControllerMetrics implements MetricSource {
  readonly #queues = new QueueMetrics()
  readonly #running = new Map<string, RunningController>()
  readonly #of = metrics()

  /** Initializes all series of the controller to zero, and returns an observer that updates them. */
  observe({ name, concurrency }: MeasuredController): ControllerObserver {
    const { total, errors, terminal, panics, timeouts, time, most, active, loops, reasons } = this.#of
    for (const result of results) total.touch([name, result])
    for (const one of [errors, terminal, panics, timeouts, loops, time]) one.touch([name])
    most.set([name], concurrency)
    active.set([name], 0)
    return {
      queue: this.#queues.observe(name),
      started: (record) => {
        active.add([name], 1)
        for (const { type } of record.reasons) reasons.add([name, type])
      },
      ended: (record) => this.#ended(record),
      loops: () => loops.add([name]),
    }
  }

  /** Reads gauges from the controller at each scrape. */
  follow(running: RunningController): void {
    this.#running.set(running.name, running)
  }

  /** Drops the series of a removed controller. */
  remove(name: string): void {
    this.#running.delete(name)
    this.#queues.remove(name)
    for (const one of Object.values(this.#of)) one.remove([name])
  }

  collect(): readonly MetricFamily[] {
    const own = Object.values(this.#of).flatMap((one) => one.collect() as readonly MetricFamily[])
    return [...own, this.#dropped(), ...this.#queues.collect(this.#running.values())]
  }

  #dropped(): CounterFamily {
    const name = 'kubewright_events_dropped_total'
    const running = [...this.#running.values()]
    const samples = running.map((one) => ({ labels: { controller: one.name }, value: one.droppedEvents }))
    return { type: 'counter', name, help: 'Events that could not be written.', labelNames, samples }
  }

  #ended({ controller, result, durationMs, writes }: ReconcileRecord): void {
    const { total, errors, terminal, panics, timeouts, time, active, written } = this.#of
    active.add([controller], -1)
    time.observe([controller], durationMs / 1_000)
    if (writes.changed > 0) written.add([controller, 'true'], writes.changed)
    if (writes.sent > writes.changed) written.add([controller, 'false'], writes.sent - writes.changed)
    if (result.type !== 'error') {
      total.add([controller, result.type === 'requeue_after' ? 'requeue_after' : 'success'])
      return
    }
    total.add([controller, 'error'])
    errors.add([controller])
    if (result.isTerminal) terminal.add([controller])
    if (result.isTimeout) timeouts.add([controller])
    if (isPanic(result.error)) panics.add([controller])
  }
}

/** Errors thrown by the language are bugs, like panics in Go. `fetch` throws a TypeError too, but with a cause. */
function isPanic(error: unknown): boolean {
  const isOfLanguage = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  return isOfLanguage && error.cause === undefined
}

function metrics() {
  const counter = (name: string, help: string, more: readonly string[] = []) =>
    new Counter({ name, help, labelNames: [...labelNames, ...more] })
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames })
  const runtime = 'controller_runtime'
  return {
    total: counter(`${runtime}_reconcile_total`, 'Reconciles, by result.', ['result']),
    errors: counter(`${runtime}_reconcile_errors_total`, 'Reconciles that failed.'),
    terminal: counter(
      `${runtime}_terminal_reconcile_errors_total`,
      'Reconciles that failed with a terminal error: not retried until the object is edited.',
    ),
    panics: counter(
      `${runtime}_reconcile_panics_total`,
      'Reconciles that threw a TypeError or another error of JavaScript: a bug in the controller.',
    ),
    timeouts: counter(`${runtime}_reconcile_timeouts_total`, 'Reconciles that exceeded their timeout.'),
    time: new Histogram(
      { name: `${runtime}_reconcile_time_seconds`, help: 'Duration of reconciles in seconds.', labelNames },
      reconcileSeconds,
    ),
    most: gauge(`${runtime}_max_concurrent_reconciles`, 'The limit of concurrent reconciles.'),
    active: gauge(`${runtime}_active_workers`, 'Reconciles in progress.'),
    reasons: counter('kubewright_reconcile_reasons_total', 'Reconciles, by reason.', ['reason']),
    written: counter('kubewright_reconcile_writes_total', 'Writes of reconciles, and whether they changed anything.', [
      'changed',
    ]),
    loops: counter(
      'kubewright_hot_loops_total',
      'Hot loops found: objects that are reconciled without end, by their own writes or by immediate requeues.',
    ),
  }
}
