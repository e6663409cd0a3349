import { Counter, Gauge, Histogram } from '@kubewright/core/metrics'
import { describe, expect, it } from 'vitest'
import { expositionFor } from './exposition.ts'
import { MetricRegistry } from './metric-registry.ts'

function registry(): MetricRegistry {
  const all = new MetricRegistry()
  const mails = new Counter({ name: 'mails_total', help: 'Mails\nsent.', labelNames: ['to'] })
  mails.add(['"a\\b"\n'], 2)
  const depth = new Gauge({ name: 'depth', help: 'How deep.' })
  depth.set([], 1_500_000)
  const seconds = new Histogram({ name: 'seconds', help: 'How long.', labelNames: ['to'] }, [0.00001, 1])
  seconds.observe(['x'], 1)
  seconds.observe(['x'], 7)
  for (const one of [seconds, mails, depth]) all.add(one)
  return all
}

describe('exposition', () => {
  it('writes the Prometheus text format, sorted by name', () => {
    const { format, contentType } = expositionFor(undefined)
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(format(registry().collect())).toBe(`# HELP depth How deep.
# TYPE depth gauge
depth 1.5e+06
# HELP mails_total Mails\\nsent.
# TYPE mails_total counter
mails_total{to="\\"a\\\\b\\"\\n"} 2
# HELP seconds How long.
# TYPE seconds histogram
seconds_bucket{to="x",le="1e-05"} 0
seconds_bucket{to="x",le="1"} 1
seconds_bucket{to="x",le="+Inf"} 2
seconds_sum{to="x"} 8
seconds_count{to="x"} 2
`)
  })

  it('writes OpenMetrics if the Accept header asks for it', () => {
    const { format, contentType } = expositionFor('application/openmetrics-text;version=1.0.0;q=0.8,text/plain;q=0.5')
    expect(contentType).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    const lines = format(registry().collect()).split('\n')
    expect(lines).toContain('# TYPE mails counter')
    expect(lines).toContain('mails_total{to="\\"a\\\\b\\"\\n"} 2')
    expect(lines).toContain('seconds_bucket{to="x",le="1.0"} 1')
    expect(lines.slice(-2)).toEqual(['# EOF', ''])
  })

  it('refuses two metrics of one name with different type or labels', () => {
    const all = registry()
    all.add(new Gauge({ name: 'mails_total', help: '' }))
    expect(() => all.collect()).toThrow(
      expect.objectContaining({
        code: 'KW_MANAGER_METRIC',
        message:
          'Cannot collect the metric mails_total: one source defines it as a counter with the labels {to}, another as a gauge with {}. Rename the metric of one source.',
      }),
    )
  })

  it('merges the samples of one metric from several sources', () => {
    const all = new MetricRegistry()
    const one = new Gauge({ name: 'depth', help: '', labelNames: ['of'] })
    const two = new Gauge({ name: 'depth', help: '', labelNames: ['of'] })
    one.set(['a'], 1)
    two.set(['b'], 2)
    all.add(one)
    const added = all.add(two)
    expect(all.collect().map(({ samples }) => samples.length)).toEqual([2])
    added[Symbol.dispose]()
    expect(all.collect().map(({ samples }) => samples.length)).toEqual([1])
  })
})
