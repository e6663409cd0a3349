/** The `workqueue_*` metrics of client-go. `name` and `controller` have the same value, as in client-go. */
import type { RunningController } from '@kubewright/controller/host'
import { Counter, Gauge, gaugeOf, Histogram, type MetricFamily } from '@kubewright/core/metrics'
import type { QueueObserver } from '@kubewright/queue'

/** From ten nanoseconds to 1000 seconds by factors of ten; repeated multiplication determines their rounding. */
const seconds = Array.from({ length: 11 }).reduce<number[]>((bounds) => [...bounds, bounds.at(-1)! * 10], [10e-9])

const labelNames = ['name', 'controller']

/** Bounds label cardinality if a program keeps inventing priorities. */
const mostPriorities = 25

export class QueueMetrics {
  readonly #adds = new Counter({
    name: 'workqueue_adds_total',
    help: 'Keys added to the queue.',
    labelNames,
  })
  readonly #retries = new Counter({
    name: 'workqueue_retries_total',
    help: 'Keys that were delayed: retries, and reconciles that are scheduled for later.',
    labelNames,
  })
  readonly #waited = new Histogram(
    { name: 'workqueue_queue_duration_seconds', help: 'Seconds that keys waited in the queue.', labelNames },
    seconds,
  )
  readonly #worked = new Histogram(
    { name: 'workqueue_work_duration_seconds', help: 'Seconds that workers spent on a key.', labelNames },
    seconds,
  )
  readonly #depth = new Gauge({
    name: 'workqueue_depth',
    help: 'Keys in the queue, by priority.',
    labelNames: [...labelNames, 'priority'],
  })
  /** By queue: a priority once seen stays visible, at zero if need be. */
  readonly #priorities = new Map<string, Set<number>>()

  observe(name: string): QueueObserver<string> {
    const labels = [name, name]
    for (const one of [this.#adds, this.#retries, this.#waited, this.#worked]) one.touch(labels)
    this.#priorities.set(name, new Set([0]))
    return {
      waiting: () => this.#adds.add(labels),
      delayed: (_, __, cause) => {
        if (cause !== 'debounce') this.#retries.add(labels)
      },
      taken: (_, __, waitedMs) => this.#waited.observe(labels, waitedMs / 1_000),
      returned: (_, __, workedMs) => this.#worked.observe(labels, workedMs / 1_000),
    }
  }

  remove(name: string): void {
    this.#priorities.delete(name)
    for (const one of [this.#adds, this.#retries, this.#waited, this.#worked, this.#depth]) one.remove([name])
  }

  collect(running: Iterable<RunningController>): readonly MetricFamily[] {
    const states = [...running].map(({ name, queue }) => ({ name, queue }))
    for (const { name, queue } of states) this.#noteDepths(name, queue.depths)
    const gauge = (metric: string, help: string, of: (queue: RunningController['queue']) => number) =>
      gaugeOf(
        { name: metric, help, labelNames },
        states.map(({ name, queue }) => [[name, name], of(queue)]),
      )
    return [
      ...[this.#adds, this.#retries, this.#waited, this.#worked, this.#depth].flatMap(
        (one) => one.collect() as readonly MetricFamily[],
      ),
      gauge(
        'workqueue_unfinished_work_seconds',
        'Sum of the seconds that the keys in progress have been processed. If it only grows, a reconcile is stuck.',
        ({ unfinishedMs }) => unfinishedMs / 1_000,
      ),
      gauge(
        'workqueue_longest_running_processor_seconds',
        'Seconds that the longest running worker has spent on its key.',
        ({ longestRunningMs }) => longestRunningMs / 1_000,
      ),
    ]
  }

  #noteDepths(name: string, depths: RunningController['queue']['depths']): void {
    const seen = this.#priorities.get(name) ?? new Set<number>()
    for (const { priority } of depths) if (seen.size < mostPriorities) seen.add(priority)
    const others = depths.filter(({ priority }) => !seen.has(priority))
    const count = (priority: number) => depths.find((one) => one.priority === priority)?.count ?? 0
    for (const priority of seen) this.#depth.set([name, name, String(priority)], count(priority))
    if (others.length === 0) return
    const rest = others.reduce((sum, one) => sum + one.count, 0)
    this.#depth.set([name, name, 'exceeded_cardinality_limit'], rest)
  }
}
