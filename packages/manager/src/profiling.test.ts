import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { Route } from './http/http-server.ts'
import { profilingRoute } from './profiling.ts'

function ask(route: Route, url: string) {
  const { pathname: path, searchParams: query } = new URL(url, 'http://localhost')
  return Promise.resolve(route({ method: 'GET', path, query, accept: undefined, authorization: undefined }))
}

describe('profilingRoute', () => {
  it('records a CPU profile for the requested time, one at a time', async () => {
    const clock = new VirtualClock()
    const route = profilingRoute(clock)
    const asked = ask(route, '/debug/cpu?seconds=30')
    expect(await ask(route, '/debug/heap')).toMatchObject({ status: 409 })
    await clock.advance('30s')
    const page = await asked
    expect(page?.status).toBe(200)
    expect(Object.keys(JSON.parse(String(page!.body)) as object)).toEqual(
      expect.arrayContaining(['nodes', 'startTime']),
    )
  })

  it.each([
    ['/debug/cpu?seconds=0', 400],
    ['/debug/heap?seconds=1000', 400],
    ['/debug/other', undefined],
  ])('answers %s with %s', async (url, status) => {
    expect((await ask(profilingRoute(new VirtualClock()), url))?.status).toBe(status)
  })
})
