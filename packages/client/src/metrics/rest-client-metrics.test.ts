import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { blogRef, Website, website } from '../testing/kinds.ts'
import { connectionLost } from '../scripted/scripted-answer.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'
import { restClientMetrics } from './rest-client-metrics.ts'

const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, Number.POSITIVE_INFINITY]
const bytes = [
  64,
  256,
  512,
  1_024,
  4_096,
  16_384,
  65_536,
  262_144,
  1_048_576,
  4_194_304,
  16_777_216,
  Number.POSITIVE_INFINITY,
]

describe('restClientMetrics', () => {
  it("has the names and labels of client-go's metrics", () => {
    const shape = restClientMetrics()
      .collect()
      .map(({ name, type, labelNames }) => `${type} ${name}{${labelNames.join()}}`)
    expect(shape).toEqual([
      'counter rest_client_requests_total{code,method,host}',
      'histogram rest_client_request_duration_seconds{verb,host}',
      'histogram rest_client_dns_resolution_duration_seconds{host}',
      'histogram rest_client_request_size_bytes{verb,host}',
      'histogram rest_client_response_size_bytes{verb,host}',
      'histogram rest_client_rate_limiter_duration_seconds{verb,host}',
      'counter rest_client_request_retries_total{code,verb,host}',
    ])
  })

  it('counts requests, retries, latency, sizes and rate limiter waits', async () => {
    const clock = new VirtualClock()
    const metrics = restClientMetrics()
    const server = new ScriptedServer({
      '*': async ({ query }, count) => {
        if (query.watch === 'true') return { stream: [] }
        if (count === 1) throw connectionLost()
        if (count === 2) return { status: 503, body: '' }
        await new Promise<void>((resolve) => clock.schedule(300, resolve))
        return { body: website() }
      },
    })
    const random = { next: () => 0 }
    const options = {
      clock,
      random,
      observer: metrics.observer,
      fieldManager: 'x',
      rateLimit: { perSecond: 1, burst: 10 },
    }
    const client = createClient(server, options)
    const calls = (async () => {
      await client.apply(Website, { metadata: blogRef, spec: { image: 'x' } })
      for await (const _ of client.watch(Website));
    })()
    await clock.advance('1m')
    await calls

    const families = Object.fromEntries(metrics.collect().map((family) => [family.name, family]))
    const host = server.host
    expect(families.rest_client_requests_total!.samples).toEqual([
      { labels: { code: '<error>', method: 'PATCH', host }, value: 1 },
      { labels: { code: '503', method: 'PATCH', host }, value: 1 },
      { labels: { code: '200', method: 'PATCH', host }, value: 1 },
      { labels: { code: '200', method: 'GET', host }, value: 1 },
    ])
    expect(families.rest_client_request_retries_total!.samples).toEqual([
      { labels: { code: '<error>', verb: 'PATCH', host }, value: 1 },
      { labels: { code: '503', verb: 'PATCH', host }, value: 1 },
    ])
    // A watch records no latency and no size.
    expect(families.rest_client_request_duration_seconds!.samples).toEqual([
      {
        labels: { verb: 'PATCH', host },
        buckets: seconds.map((le) => ({ le, count: le < 0.3 ? 2 : 3 })),
        sum: 0.3,
        count: 3,
      },
    ])
    const sent = Buffer.byteLength(JSON.stringify(server.requests[0]!.body))
    expect(families.rest_client_request_size_bytes!.samples).toEqual([
      {
        labels: { verb: 'PATCH', host },
        buckets: bytes.map((le) => ({ le, count: le < sent ? 0 : 3 })),
        sum: 3 * sent,
        count: 3,
      },
    ])
    expect(families.rest_client_response_size_bytes!.samples).toMatchObject([
      { count: 3, sum: Buffer.byteLength(JSON.stringify(website())) },
    ])
    expect(families.rest_client_rate_limiter_duration_seconds!.samples).toMatchObject([{ count: 3 }, { count: 1 }])
  })

  it('records DNS lookup time by host', () => {
    const metrics = restClientMetrics()
    for (const durationMs of [3, 31_000]) metrics.observer.lookedUp!({ host: 'api.example.dev', durationMs })
    const family = metrics.collect().find(({ name }) => name === 'rest_client_dns_resolution_duration_seconds')
    const bounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30]
    const buckets = [...bounds.map((le) => ({ le, count: 1 })), { le: Number.POSITIVE_INFINITY, count: 2 }]
    expect(family?.samples).toEqual([{ labels: { host: 'api.example.dev' }, buckets, sum: 31.003, count: 2 }])
  })

  it("counts a value equal to a bucket's bound in that bucket", () => {
    const metrics = restClientMetrics()
    metrics.observer.rateLimited?.({ method: 'GET', host: 'h', durationMs: 25 })
    const family = metrics.collect().find(({ name }) => name === 'rest_client_rate_limiter_duration_seconds')
    const [sample] = family?.type === 'histogram' ? family.samples : []
    expect(sample?.buckets.slice(0, 3)).toEqual([
      { le: 0.005, count: 0 },
      { le: 0.025, count: 1 },
      { le: 0.1, count: 1 },
    ])
  })
})
