import { type Logger, silentLogger } from '@kubewright/core'
import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { text } from '../http/http-server.ts'
import { AccessGuard, type AccessReviews, type ReviewedUser } from './access-guard.ts'

const users: Readonly<Record<string, ReviewedUser>> = {
  reader: { username: 'prometheus', groups: ['scrapers'] },
  other: { username: 'mallory\u001b[2J' },
}

function guarded(changes: Partial<AccessReviews> = {}, log: Logger = silentLogger) {
  const clock = new VirtualClock()
  const asked: string[] = []
  const reviews: AccessReviews = {
    async authenticate(token) {
      asked.push(`who is ${token}`)
      return Object.hasOwn(users, token) ? users[token] : undefined
    },
    async authorize({ username = '' }, path, verb) {
      asked.push(`may ${username} ${verb} ${path}`)
      return username === 'prometheus'
    },
    ...changes,
  }
  const route = new AccessGuard({ reviews, clock, log }).guard('/metrics', () => text(200, 'numbers'))
  const ask = async (authorization?: string, path = '/metrics', method = 'GET') => {
    const page = await route({ method, path, query: new URLSearchParams(), accept: undefined, authorization })
    return page === undefined ? undefined : [page.status, page.body, page.headers?.['www-authenticate']]
  }
  return { ask, asked, clock }
}

describe('the metrics endpoint with authorization', () => {
  it.each([
    ['a token of an authorized account', 'Bearer reader', [200, 'numbers', undefined]],
    ['the scheme in lower case', 'bearer reader', [200, 'numbers', undefined]],
    ['no token', undefined, [401, 'Unauthorized\n', 'Bearer']],
    ['an unknown token', 'Bearer made-up', [401, 'Unauthorized\n', 'Bearer']],
    ['the token __proto__', 'Bearer __proto__', [401, 'Unauthorized\n', 'Bearer']],
    ['another authentication scheme', 'Basic cmVhZGVyOg==', [401, 'Unauthorized\n', 'Bearer']],
    ['a malformed token', 'Bearer rea der', [401, 'Unauthorized\n', 'Bearer']],
    [
      'a token of an account without permission',
      'Bearer other',
      [403, 'Authorization denied for user mallory\\u001b[2J\n', undefined],
    ],
  ])('answers a request with %s', async (_, authorization, answer) => {
    expect(await guarded().ask(authorization)).toEqual(answer)
  })

  it('leaves other paths to other routes', async () => {
    const { ask, asked } = guarded()
    expect(await ask(undefined, '/healthz')).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('caches a grant for a minute, and shares concurrent reviews', async () => {
    const { ask, asked, clock } = guarded()
    await Promise.all([ask('Bearer reader'), ask('Bearer reader')])
    await ask('Bearer reader')
    expect(asked).toEqual(['who is reader', 'may prometheus get /metrics'])
    await clock.advance('61s')
    await ask('Bearer reader')
    expect(asked.slice(2)).toEqual(['who is reader'])
    await clock.advance('5m')
    await ask('Bearer reader')
    expect(asked.slice(3)).toEqual(['who is reader', 'may prometheus get /metrics'])
  })

  it('caches a denial for half a minute', async () => {
    const { ask, asked, clock } = guarded()
    await ask('Bearer other')
    await clock.advance('29s')
    await ask('Bearer other')
    expect(asked).toHaveLength(2)
    await clock.advance('2s')
    await ask('Bearer other')
    expect(asked).toHaveLength(3)
  })

  it('answers 500 while the TokenReview fails, and recovers at once', async () => {
    let isUp = false
    const { log, entries } = recordedLog()
    const authenticate = async () => {
      if (!isUp) throw new Error('no route')
      return users['reader']
    }
    const { ask } = guarded({ authenticate }, log)
    expect((await ask('Bearer reader'))?.[0]).toBe(500)
    expect(entries).toMatchObject([{ level: 'error', message: 'authorization of a request failed' }])
    isUp = true
    expect((await ask('Bearer reader'))?.[0]).toBe(200)
  })

  it('limits the number of cached tokens', async () => {
    const { ask, asked } = guarded()
    for (let number = 0; number < 1_500; number++) await ask(`Bearer made-up-${number}`)
    await ask('Bearer made-up-1499')
    expect(asked).toHaveLength(1_500)
    await ask('Bearer made-up-0')
    expect(asked).toHaveLength(1_501)
  })
})
