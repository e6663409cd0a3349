import { describe, expect, it } from 'vitest'
import type { ServerRequest } from '../request/exchange.ts'
import { Health } from './health.ts'
import { serverHealth } from './server-health.ts'

const asked = (query = '') => ({ query: new URLSearchParams(query) }) as unknown as ServerRequest

function healthWith({ storage = () => {} }: { storage?: () => void | Promise<void> } = {}): Health {
  const health = new Health()
  health.add({ name: 'etcd', check: storage })
  health.add({ name: 'etcd-readiness', at: ['readyz'], check: storage })
  health.add({ name: 'poststarthook/rbac/bootstrap-roles', check: async () => {} })
  return health
}

const failing = () => Promise.reject(new Error('the disk is full'))

describe('Health', () => {
  it('returns ok if all checks pass', async () => {
    expect(await healthWith().serve('livez', '', asked())).toEqual({
      status: 200,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-cache, private',
        'x-content-type-options': 'nosniff',
      },
      body: 'ok',
    })
  })

  it('lists the checks of the requested endpoint with verbose', async () => {
    expect((await healthWith().serve('readyz', '', asked('verbose')))?.body).toBe(
      '[+]ping ok\n[+]etcd ok\n[+]etcd-readiness ok\n[+]poststarthook/rbac/bootstrap-roles ok\nreadyz check passed\n',
    )
    expect((await healthWith().serve('livez', '', asked('verbose')))?.body).toBe(
      '[+]ping ok\n[+]etcd ok\n[+]poststarthook/rbac/bootstrap-roles ok\nlivez check passed\n',
    )
  })

  it('lists the checks without reason when one fails', async () => {
    const health = healthWith({ storage: failing })
    const response = await health.serve('livez', '', asked())
    expect([response?.status, response?.body]).toEqual([
      500,
      '[+]ping ok\n[-]etcd failed: reason withheld\n[+]poststarthook/rbac/bootstrap-roles ok\nlivez check failed\n',
    ])
  })

  it('skips excluded checks and warns of unknown ones', async () => {
    const health = healthWith({ storage: failing })
    const response = await health.serve('livez', '', asked('verbose&exclude=etcd&exclude=nope&exclude=b'))
    expect([response?.status, response?.body]).toEqual([
      200,
      '[+]ping ok\n[+]etcd excluded: ok\n[+]poststarthook/rbac/bootstrap-roles ok\n' +
        'warn: some health checks cannot be excluded: no matches for "b","nope"\nlivez check passed\n',
    ])
  })

  it('returns the reason for a single check', async () => {
    const health = healthWith({ storage: failing })
    const response = await health.serve('livez', 'etcd', asked())
    expect([response?.status, response?.body]).toEqual([500, 'internal server error: the disk is full\n'])
    expect((await health.serve('livez', 'ping', asked()))?.body).toBe('ok')
  })

  it('returns undefined for a check of another endpoint or an incomplete name', async () => {
    expect(await healthWith().serve('livez', 'etcd-readiness', asked())).toBeUndefined()
    expect(await healthWith().serve('livez', 'poststarthook', asked())).toBeUndefined()
  })
})

describe('the storage health check', () => {
  it('fails when the disk is full, without naming files', async () => {
    const checkStorage = async () => {
      throw new Error('IO error: /var/data/objects/000003.log: No space left on device')
    }
    const health = serverHealth({ checkStorage })
    const [all, one] = [await health.serve('readyz', '', asked()), await health.serve('readyz', 'etcd', asked())]
    expect([all?.status, one?.status]).toEqual([500, 500])
    expect(JSON.stringify([all?.body, one?.body])).not.toMatch('/var')
    expect(one?.body).toBe('internal server error: changes cannot be stored: the disk is full or failing\n')
  })
})
