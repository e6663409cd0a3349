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
  it('says ok when all is well', async () => {
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

  it('lists the checks that count at an address', async () => {
    expect((await healthWith().serve('readyz', '', asked('verbose')))?.body).toBe(
      '[+]ping ok\n[+]etcd ok\n[+]etcd-readiness ok\n[+]poststarthook/rbac/bootstrap-roles ok\nreadyz check passed\n',
    )
    expect((await healthWith().serve('livez', '', asked('verbose')))?.body).toBe(
      '[+]ping ok\n[+]etcd ok\n[+]poststarthook/rbac/bootstrap-roles ok\nlivez check passed\n',
    )
  })

  it('lists the checks when one fails, and keeps the reason to itself', async () => {
    const health = healthWith({ storage: failing })
    const response = await health.serve('livez', '', asked())
    expect([response?.status, response?.body]).toEqual([
      500,
      '[+]ping ok\n[-]etcd failed: reason withheld\n[+]poststarthook/rbac/bootstrap-roles ok\nlivez check failed\n',
    ])
  })

  it('leaves out what is excluded, and warns of what it does not know', async () => {
    const health = healthWith({ storage: failing })
    const response = await health.serve('livez', '', asked('verbose&exclude=etcd&exclude=nope&exclude=b'))
    expect([response?.status, response?.body]).toEqual([
      200,
      '[+]ping ok\n[+]etcd excluded: ok\n[+]poststarthook/rbac/bootstrap-roles ok\n' +
        'warn: some health checks cannot be excluded: no matches for "b","nope"\nlivez check passed\n',
    ])
  })

  it('tells the reason to those who ask for one check', async () => {
    const health = healthWith({ storage: failing })
    const response = await health.serve('livez', 'etcd', asked())
    expect([response?.status, response?.body]).toEqual([500, 'internal server error: the disk is full\n'])
    expect((await health.serve('livez', 'ping', asked()))?.body).toBe('ok')
  })

  it('knows no other checks', async () => {
    expect(await healthWith().serve('livez', 'etcd-readiness', asked())).toBeUndefined()
    expect(await healthWith().serve('livez', 'poststarthook', asked())).toBeUndefined()
  })
})

describe('the check of the storage', () => {
  it('fails when the disk is full, and names no file of the machine to anybody', async () => {
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
