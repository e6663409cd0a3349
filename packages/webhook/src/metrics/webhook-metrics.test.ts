import { describe, expect, it } from 'vitest'
import { webhookMetrics } from './webhook-metrics.ts'

const samplesOf = (metrics: ReturnType<typeof webhookMetrics>, name: string) =>
  metrics.collect().find((family) => family.name === name)?.samples

describe('webhookMetrics', () => {
  it('has the metric names, types and labels of controller-runtime', () => {
    expect(
      webhookMetrics([])
        .collect()
        .map(({ name, type, labelNames }) => `${type} ${name}{${labelNames.join()}}`),
    ).toEqual([
      'histogram controller_runtime_webhook_latency_seconds{webhook}',
      'counter controller_runtime_webhook_requests_total{webhook,code}',
      'gauge controller_runtime_webhook_requests_in_flight{webhook}',
      'counter controller_runtime_webhook_panics_total{}',
      'counter controller_runtime_conversion_webhook_panics_total{}',
      'counter certwatcher_read_certificate_total{}',
      'counter certwatcher_read_certificate_errors_total{}',
    ])
  })

  it('starts with zero for every path and code', () => {
    const metrics = webhookMetrics(['/a'])
    expect(samplesOf(metrics, 'controller_runtime_webhook_requests_total')).toEqual([
      { labels: { webhook: '/a', code: '200' }, value: 0 },
      { labels: { webhook: '/a', code: '500' }, value: 0 },
    ])
    expect(samplesOf(metrics, 'controller_runtime_webhook_requests_in_flight')).toEqual([
      { labels: { webhook: '/a' }, value: 0 },
    ])
  })

  it('counts requests by path and code, and measures their latency', () => {
    const metrics = webhookMetrics(['/a', '/b'])
    const { observer } = metrics
    observer.began!('/a')
    observer.began!('/a')
    observer.answered!('/a', 400, 20)
    observer.began!('/unknown')
    observer.answered!('/unknown', 404, 1)
    expect(samplesOf(metrics, 'controller_runtime_webhook_requests_in_flight')).toEqual([
      { labels: { webhook: '/a' }, value: 1 },
      { labels: { webhook: '/b' }, value: 0 },
    ])
    expect(samplesOf(metrics, 'controller_runtime_webhook_requests_total')).toContainEqual({
      labels: { webhook: '/a', code: '400' },
      value: 1,
    })
    const [latency] = samplesOf(metrics, 'controller_runtime_webhook_latency_seconds')!
    expect(latency).toMatchObject({ labels: { webhook: '/a' }, count: 1, sum: 0.02 })
    const buckets = (latency as { buckets: readonly { le: number; count: number }[] }).buckets
    expect(buckets.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    expect(buckets.map(({ le }) => Number(le.toPrecision(6)))).toEqual([
      1e-8,
      1e-7,
      1e-6,
      1e-5,
      1e-4,
      1e-3,
      0.01,
      0.1,
      1,
      10,
      100,
      1_000,
      Number.POSITIVE_INFINITY,
    ])
  })

  it('counts failures and certificate reads', () => {
    const metrics = webhookMetrics([])
    metrics.observer.failed!('admission', '/a', new Error(), { name: 'a', object: 'Site a' })
    metrics.observer.failed!('conversion', '/convert', new Error(), { name: 'a', object: 'Site a' })
    metrics.observer.certificateRead!(undefined)
    metrics.observer.certificateRead!(new Error())
    const totals = metrics
      .collect()
      .slice(3)
      .map(({ samples }) => (samples[0] as { value: number }).value)
    expect(totals).toEqual([1, 1, 2, 1])
  })
})
