import { systemClock } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { ProcessMetrics } from './process-metrics.ts'

describe('ProcessMetrics', () => {
  it('reports CPU, memory and start time under the standard Prometheus names', () => {
    using metrics = new ProcessMetrics(systemClock)
    const families = Object.fromEntries(metrics.collect().map((family) => [family.name, family]))
    expect(Object.keys(families)).toEqual(
      expect.arrayContaining([
        'process_cpu_seconds_total',
        'process_resident_memory_bytes',
        'process_start_time_seconds',
        'nodejs_heap_size_used_bytes',
        'nodejs_eventloop_lag_p99_seconds',
        'nodejs_version_info',
      ]),
    )
    const values = Object.values(families).flatMap(({ samples }) =>
      samples.map((one) => ('value' in one ? one.value : 0)),
    )
    expect(values.every((value) => Number.isFinite(value) && value >= 0)).toBe(true)
    const [started] = families.process_start_time_seconds!.samples
    expect(started).toMatchObject({ value: expect.closeTo(systemClock.now() / 1_000 - process.uptime(), 0) as number })
  })

  it('reports the event loop lag since the last scrape', () => {
    using metrics = new ProcessMetrics(systemClock)
    const lag = () => metrics.collect().find(({ name }) => name === 'nodejs_eventloop_lag_max_seconds')?.samples
    lag()
    expect(lag()).toEqual([{ labels: {}, value: 0 }])
  })
})
