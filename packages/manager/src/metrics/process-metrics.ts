/** Process metrics, under the names of the standard Prometheus collectors. */
import { readdirSync, readFileSync } from 'node:fs'
// oxlint-disable-next-line no-restricted-imports -- measures the delay of timers, does not read the time
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from '@kubewright/core'
import { type CounterFamily, gaugeOf, type MetricFamily, type MetricSource } from '@kubewright/core/metrics'

/** Sampling interval of the event loop delay. The histogram records the time between samples, so the interval is subtracted. */
const lookEveryMs = 50

/** Measures from construction until disposed. */
export class ProcessMetrics implements MetricSource, Disposable {
  readonly #startedAt: number
  readonly #delay: IntervalHistogram

  constructor(clock: Clock) {
    this.#startedAt = clock.now() / 1_000 - process.uptime()
    this.#delay = monitorEventLoopDelay({ resolution: lookEveryMs })
    this.#delay.enable()
  }

  /** Event loop lag is reset at each scrape. */
  collect(): readonly MetricFamily[] {
    const { user, system } = process.cpuUsage()
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
    const families = [
      total('process_cpu_seconds_total', 'Seconds of CPU time used.', (user + system) / 1e6),
      value('process_resident_memory_bytes', 'Memory held in RAM.', rss),
      value(
        'process_start_time_seconds',
        'When the process started, in seconds since the Unix epoch.',
        this.#startedAt,
      ),
      ...openFiles(),
      value('nodejs_heap_size_total_bytes', 'Size of the V8 heap.', heapTotal),
      value('nodejs_heap_size_used_bytes', 'Used part of the V8 heap.', heapUsed),
      value('nodejs_external_memory_bytes', 'Memory of C++ objects that are bound to JavaScript objects.', external),
      value(
        'nodejs_active_resources',
        'Active resources that keep the process alive: timers, sockets and others.',
        active(),
      ),
      ...lateness(this.#delay),
      gaugeOf({ name: 'nodejs_version_info', help: 'The version of Node.', labelNames: ['version'] }, [
        [[process.version], 1],
      ]),
    ]
    this.#delay.reset()
    return families
  }

  [Symbol.dispose](): void {
    this.#delay.disable()
  }
}

function lateness(delay: IntervalHistogram): readonly MetricFamily[] {
  const late = (which: string, help: string, nanoseconds: number) => {
    const ms = delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e6 - lookEveryMs)
    return value(`nodejs_eventloop_lag_${which}_seconds`, help, ms / 1_000)
  }
  return [
    late('mean', 'Mean delay of the event loop since the last scrape.', delay.mean),
    late('max', 'Maximum delay of the event loop since the last scrape.', delay.max),
    late('p50', 'Median delay of the event loop since the last scrape.', delay.percentile(50)),
    late('p99', '99th percentile of the delay of the event loop since the last scrape.', delay.percentile(99)),
  ]
}

/** Linux only. */
function openFiles(): readonly MetricFamily[] {
  try {
    const open = readdirSync('/proc/self/fd').length - 1 // without the descriptor of this directory
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    const max = limit === undefined ? [] : [value('process_max_fds', 'Limit of open files.', Number(limit))]
    return [value('process_open_fds', 'Open files.', open), ...max]
  } catch {
    return []
  }
}

function active(): number {
  return process.getActiveResourcesInfo().length
}

function value(name: string, help: string, amount: number): MetricFamily {
  return gaugeOf({ name, help }, [[[], amount]])
}

function total(name: string, help: string, amount: number): CounterFamily {
  return { type: 'counter', name, help, labelNames: [], samples: [{ labels: {}, value: amount }] }
}
