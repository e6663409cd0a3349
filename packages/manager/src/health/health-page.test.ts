import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { Page } from '../http/http-server.ts'
import { HealthChecks } from './health-check.ts'
import { healthRoute } from './health-page.ts'

function ask(checks: HealthChecks, url: string, accept?: string): Promise<Page | undefined> {
  const { pathname: path, searchParams: query } = new URL(url, 'http://localhost')
  return Promise.resolve(
    healthRoute('readyz', checks)({ method: 'GET', path, query, accept, authorization: undefined }),
  )
}

function checks(): HealthChecks {
  const all = new HealthChecks(new VirtualClock())
  all.add('ping', () => undefined)
  all.add('cache websites', () => 'it may not list them')
  return all
}

describe('health pages', () => {
  it.each([
    ['/readyz', 500, '[+]ping ok\n[-]cache websites failed: it may not list them\nreadyz check failed\n'],
    ['/readyz?exclude=cache%20websites', 200, 'ok\n'],
    ['/readyz/?exclude=cache+websites&verbose', 200, '[+]ping ok\nreadyz check passed\n'],
    ['/readyz/ping', 200, 'ok\n'],
    [
      '/readyz/cache%20websites',
      500,
      '[-]cache websites failed: it may not list them\nreadyz/cache websites check failed\n',
    ],
    ['/readyz/nothing', 404, 'There is no check named "nothing".\n'],
  ])('answers %s with %d', async (url, status, body) => {
    expect(await ask(checks(), url)).toMatchObject({ status, body })
  })

  it('shows the note of a passing check only with ?verbose', async () => {
    const all = new HealthChecks(new VirtualClock())
    all.add('bills', () => ({ note: 'it has failed for 5m' }))
    expect(await ask(all, '/readyz')).toMatchObject({ status: 200, body: 'ok\n' })
    const body = '[+]bills ok, but it has failed for 5m\nreadyz check passed\n'
    expect(await ask(all, '/readyz?verbose')).toMatchObject({ status: 200, body })
  })

  it('leaves other paths to other routes', async () => {
    expect(await ask(checks(), '/readyzz')).toBeUndefined()
  })

  it('returns JSON if the Accept header asks for it', async () => {
    const page = await ask(checks(), '/readyz', 'application/json')
    expect(page).toMatchObject({ status: 500, contentType: 'application/json' })
    expect(JSON.parse(String(page!.body))).toEqual({
      status: 'failed',
      checks: [
        { name: 'ping', isWell: true },
        { name: 'cache websites', isWell: false, why: 'it may not list them' },
      ],
    })
  })

  it('reports a check that throws as failed, with the error message', async () => {
    const all = new HealthChecks(new VirtualClock())
    all.add('disk', () => Promise.reject(new Error('full')))
    expect(await all.run()).toEqual([{ name: 'disk', isWell: false, why: 'full' }])
  })

  it('fails a check that does not answer within its timeout', async () => {
    const clock = new VirtualClock()
    const all = new HealthChecks(clock)
    all.add('slow', () => new Promise(() => {}))
    const asked = all.run()
    await clock.advance('5s')
    expect(await asked).toEqual([{ name: 'slow', isWell: false, why: 'no answer within 5s' }])
    expect(clock.pending).toEqual([])
  })

  it('omits a disposed check', async () => {
    const all = new HealthChecks(new VirtualClock())
    const added = all.add('disk', () => 'full')
    added[Symbol.dispose]()
    expect(await all.run()).toEqual([])
  })
})
