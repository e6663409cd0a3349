import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import type { Client } from '@kubewright/client'
import { type Logger, silentLogger } from '@kubewright/core'
import { systemRandom } from '@kubewright/core/random'
import { selfSigned } from '@kubewright/core/certificates'
import { Counter } from '@kubewright/core/metrics'
import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { HealthChecks } from './health/health-check.ts'
import { MetricRegistry } from './metrics/metric-registry.ts'
import { servePages } from './served-pages.ts'

const host = '127.0.0.1'
const open = { access: 'open', tls: 'none' } as const

function sources(log: Logger = silentLogger) {
  const clock = new VirtualClock()
  const metrics = new MetricRegistry()
  const mails = new Counter({ name: 'mails_total', help: 'Mails sent.' })
  mails.add()
  metrics.add(mails)
  const [live, ready] = [new HealthChecks(clock), new HealthChecks(clock)]
  live.add('ping', () => undefined)
  ready.add('ping', () => 'not yet')
  // Open pages send no reviews, so the client is unused.
  return { metrics, live, ready, clock, random: systemRandom, log, client: {} as Client }
}

async function freePort(): Promise<number> {
  await using pages = await servePages(
    { health: { port: 0, host }, metrics: undefined, profiling: undefined },
    sources(),
  )
  return Number(new URL(pages.endpoints.health!).port)
}

describe('servePages', () => {
  it('serves health and metrics with one server if they share a port', async () => {
    const port = await freePort()
    const at = { health: { port, host }, metrics: { port, host, ...open }, profiling: undefined }
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

  it('uses a separate port for each if the ports are 0', async () => {
    const at = { health: { port: 0, host }, metrics: { port: 0, host, ...open }, profiling: { port: 0, host } }
    await using pages = await servePages(at, sources())
    expect(new Set(Object.values(pages.endpoints)).size).toBe(3)
  })

  it('returns OpenMetrics to a scraper that asks for it', async () => {
    const at = { health: undefined, metrics: { port: 0, host, ...open }, profiling: undefined }
    await using pages = await servePages(at, sources())
    const headers = { accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5' }
    const answer = await fetch(`${pages.endpoints.metrics}/metrics`, { headers })
    expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text/)
    expect(await answer.text()).toBe('# HELP mails Mails sent.\n# TYPE mails counter\nmails_total 1\n# EOF\n')
  })

  it('logs why a scrape failed, and hides it from the client', async () => {
    const { log, entries } = recordedLog()
    const given = sources(log)
    given.metrics.add({
      collect: () => {
        throw new Error('no ink')
      },
    })
    await using pages = await servePages(
      { health: undefined, metrics: { port: 0, host, ...open }, profiling: undefined },
      given,
    )
    const answer = await fetch(`${pages.endpoints.metrics}/metrics`)
    expect([answer.status, await answer.text()]).toEqual([
      500,
      'Internal error. The log of this process has the cause.\n',
    ])
    expect(entries).toMatchObject([
      {
        level: 'error',
        message: 'HTTP page could not be served',
        fields: { endpoints: ['metrics'], error: new Error('no ink') },
      },
    ])
  })

  it('serves TLS for metrics and for probes that share their port', async () => {
    const port = await freePort()
    const at = {
      health: { port, host },
      metrics: { port, host, access: 'open', tls: 'self-signed' } as const,
      profiling: undefined,
    }
    await using pages = await servePages(at, sources())
    expect(pages.endpoints.health).toBe(`https://${host}:${port}`)
    expect(await askTls(port, '/healthz')).toEqual([200, 'localhost'])
    expect(await askTls(port, '/metrics')).toEqual([200, 'localhost'])
  })

  it('serves a certificate from files, and reloads it when they change', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kubewright-tls-'))
    const write = async (name: string) => {
      const { certificate, key } = selfSigned({ name, hosts: [name] })
      await writeFile(join(directory, 'tls.crt'), certificate)
      await writeFile(join(directory, 'tls.key'), key)
    }
    try {
      await write('first')
      const given = sources()
      const metrics = { port: 0, host, access: 'open', tls: { directory } } as const
      await using pages = await servePages({ health: undefined, metrics, profiling: undefined }, given)
      const port = Number(new URL(pages.endpoints.metrics!).port)
      expect(await askTls(port, '/metrics')).toEqual([200, 'first'])
      await writeFile(join(directory, 'tls.crt'), 'half of it')
      await given.clock.advance('10s')
      expect(await askTls(port, '/metrics')).toEqual([200, 'first'])
      await write('second')
      // Reading files takes real time, and the next look is scheduled after it.
      const later = async () => {
        await given.clock.advance('10s')
        return await askTls(port, '/metrics')
      }
      await expect.poll(later).toEqual([200, 'second'])
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  it('names the missing certificate file', async () => {
    const metrics = { port: 0, host, access: 'open', tls: { directory: '/nowhere' } } as const
    await expect(servePages({ health: undefined, metrics, profiling: undefined }, sources())).rejects.toMatchObject({
      code: 'KW_MANAGER_CERTIFICATE',
      message: expect.stringContaining('/nowhere/tls.crt: it cannot be read (ENOENT)') as string,
    })
  })
})

/** The status, and the subject of the certificate. */
function askTls(port: number, path: string): Promise<readonly [number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const options = { host, port, path, rejectUnauthorized: false, agent: false }
    get(options, (response) => {
      const name = (response.socket as TLSSocket).getPeerCertificate().subject.CN
      response.resume().once('close', () => resolve([response.statusCode, String(name)]))
    }).once('error', reject)
  })
}
