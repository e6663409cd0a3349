import { type Logger, silentLogger } from '@kubewright/core'
import { Counter } from '@kubewright/core/metrics'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { HealthChecks } from './health/health-check.ts'
import { MetricRegistry } from './metrics/metric-registry.ts'
import { servePages } from './served-pages.ts'

const host = '127.0.0.1'

function sources(log: Logger = silentLogger) {
  const clock = new VirtualClock()
  const metrics = new MetricRegistry()
  const mails = new Counter({ name: 'mails_total', help: 'Mails sent.' })
  mails.add()
  metrics.add(mails)
  const [live, ready] = [new HealthChecks(clock), new HealthChecks(clock)]
  live.add('ping', () => undefined)
  ready.add('ping', () => 'not yet')
  return { metrics, live, ready, clock, log }
}

async function freePort(): Promise<number> {
  await using pages = await servePages(
    { health: { port: 0, host }, metrics: undefined, profiling: undefined },
    sources(),
  )
  return Number(new URL(pages.endpoints.health!).port)
}

describe('servePages', () => {
  it('serves what shares a port with one server', async () => {
    const port = await freePort()
    const at = { health: { port, host }, metrics: { port, host }, profiling: undefined }
    await using pages = await servePages(at, sources())
    expect(pages.endpoints).toEqual({ health: `http://${host}:${port}`, metrics: `http://${host}:${port}` })
    const answers = await Promise.all(
      ['healthz', 'livez', 'readyz', 'metrics', 'debug/cpu'].map(async (path) => {
        const answer = await fetch(`http://${host}:${port}/${path}`)
        await answer.text()
        return [path, answer.status]
      }),
    )
    expect(Object.fromEntries(answers)).toEqual({
      healthz: 200,
      livez: 200,
      readyz: 500,
      metrics: 200,
      'debug/cpu': 404,
    })
  })

  it('gives each a port of its own where any will do', async () => {
    const at = { health: { port: 0, host }, metrics: { port: 0, host }, profiling: { port: 0, host } }
    await using pages = await servePages(at, sources())
    expect(new Set(Object.values(pages.endpoints)).size).toBe(3)
  })

  it('speaks OpenMetrics to a scraper that asks for it', async () => {
    const at = { health: undefined, metrics: { port: 0, host }, profiling: undefined }
    await using pages = await servePages(at, sources())
    const headers = { accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5' }
    const answer = await fetch(`${pages.endpoints.metrics}/metrics`, { headers })
    expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text/)
    expect(await answer.text()).toBe('# HELP mails Mails sent.\n# TYPE mails counter\nmails_total 1\n# EOF\n')
  })

  it('says in the log, and not to the world, why a scrape failed', async () => {
    const said: unknown[] = []
    const given = sources({ ...silentLogger, error: (message, fields) => said.push([message, fields?.error]) })
    given.metrics.add({
      collect: () => {
        throw new Error('no ink')
      },
    })
    await using pages = await servePages({ health: undefined, metrics: { port: 0, host }, profiling: undefined }, given)
    const answer = await fetch(`${pages.endpoints.metrics}/metrics`)
    expect([answer.status, await answer.text()]).toEqual([500, 'This page could not be made; the log says why.\n'])
    expect(said).toEqual([['a page could not be served', new Error('no ink')]])
  })
})
