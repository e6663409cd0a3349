import { sleep } from '@kubewright/core'
import { type Random, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../testing/failure.ts'
import { ExpiringIdentity, type Obtained } from './expiring-identity.ts'

const never: Random = { next: () => 0 }

/** An issuer of numbered tokens that takes `takesMs` to answer. */
function issuer(clock: VirtualClock, lifeMs: number | undefined) {
  const state = { runs: 0, running: 0, mostAtOnce: 0, fails: false, takesMs: 0 }
  const obtain = async (signal: AbortSignal): Promise<Obtained> => {
    const run = ++state.runs
    state.mostAtOnce = Math.max(state.mostAtOnce, ++state.running)
    try {
      if (state.takesMs > 0) {
        await sleep(clock, state.takesMs, signal)
      }
      if (state.fails) throw new Error(`run ${run} failed`)
      const expiresAt = lifeMs === undefined ? undefined : clock.now() + lifeMs
      return { identity: { authorization: `token ${run}` }, ...(expiresAt !== undefined && { expiresAt }) }
    } finally {
      state.running--
    }
  }
  return Object.assign(state, { obtain })
}

function setUp(lifeMs?: number, random = never) {
  const clock = new VirtualClock()
  const source = issuer(clock, lifeMs)
  return { clock, source, identity: new ExpiringIdentity(source.obtain, { clock, random }) }
}

describe('ExpiringIdentity', () => {
  it('is obtained once for concurrent callers', async () => {
    const { clock, source, identity } = setUp()
    source.takesMs = 1000
    const asked = Promise.all(Array.from({ length: 50 }, () => identity.current()))
    await clock.advance('1s')

    expect(new Set(await asked)).toEqual(new Set([{ authorization: 'token 1' }]))
    expect(source.runs).toBe(1)
    expect(await identity.current()).toBe((await asked)[0])
  })

  it('is kept without expiration date until the server rejects it', async () => {
    const { clock, source, identity } = setUp()
    await identity.current()
    await clock.advance('365d')
    await identity.current()

    expect(source.runs).toBe(1)
  })

  it('is renewed in the background before it expires, while requests use the old token', async () => {
    const { clock, source, identity } = setUp(600_000)
    await identity.current()
    source.takesMs = 5000
    await clock.advance(600_000 - 10_000 - 60_000 - 1)
    await identity.current()
    expect(source.runs).toBe(1)

    await clock.advance(1)
    expect(await identity.current()).toEqual({ authorization: 'token 1' })
    expect(source.runs).toBe(2)
    await clock.advance('5s')
    expect(await identity.current()).toEqual({ authorization: 'token 2' })
  })

  it('is renewed after four fifths of a short lifetime', async () => {
    const { clock, source, identity } = setUp(50_000)
    await identity.current()
    await clock.advance(50_000 - 10_000 - 10_000 - 1)
    await identity.current()
    expect(source.runs).toBe(1)
    await clock.advance(1)
    await identity.current()
    expect(source.runs).toBe(2)
  })

  it('is awaited once the old token has expired, with a margin for clock skew', async () => {
    const { clock, source, identity } = setUp(600_000)
    await identity.current()
    await clock.advance(600_000 - 10_000 + 1)

    expect(await identity.current()).toEqual({ authorization: 'token 2' })
    expect(source.runs).toBe(2)
  })

  it('has jitter in its renewal time, so that a fleet does not renew at once', async () => {
    const starts = new Set<number>()
    for (const seed of ['a', 'b', 'c', 'd']) {
      const { clock, source, identity } = setUp(600_000, seededRandom(seed))
      await identity.current()
      while (source.runs === 1) {
        await clock.advance('1s')
        await identity.current()
      }
      starts.add(clock.elapsed())
    }

    expect(starts.size).toBe(4)
    for (const at of starts) expect(at).toBeGreaterThanOrEqual(600_000 - 10_000 - 90_000)
    for (const at of starts) expect(at).toBeLessThanOrEqual(600_000 - 10_000 - 60_000 + 1000)
  })

  it('uses the old token while renewal fails, and fails once that has expired', async () => {
    const { clock, source, identity } = setUp(600_000)
    await identity.current()
    source.fails = true
    await clock.advance(600_000 - 60_000)

    expect(await identity.current()).toEqual({ authorization: 'token 1' })
    await clock.advance('1m')
    await expect(identity.current()).rejects.toThrow('failed')
    source.fails = false
    await clock.advance('2s')
    expect(await identity.current()).toMatchObject({ authorization: expect.stringContaining('token') })
  })

  it('caches a failure for two seconds instead of retrying for every request', async () => {
    const { clock, source, identity } = setUp()
    source.fails = true
    for (let round = 0; round < 5; round++) await expect(identity.current()).rejects.toThrow('run 1 failed')
    await clock.advance('2s')
    await expect(identity.current()).rejects.toThrow('run 2 failed')

    expect(source.runs).toBe(2)
  })

  it('is renewed once for concurrent requests that got 401', async () => {
    const { clock, source, identity } = setUp()
    const first = await identity.current()
    await clock.advance('10s')
    const answers = await Promise.all([identity.renew(first), identity.renew(first), identity.renew(first)])

    expect(answers).toEqual([true, true, true])
    expect(source.runs).toBe(2)
    expect(await identity.renew(first)).toBe(true)
    expect(source.runs).toBe(2)
  })

  it('is not renewed when it is rejected right after it was obtained', async () => {
    const { source, identity } = setUp()

    expect(await identity.renew(await identity.current())).toBe(false)
    expect(source.runs).toBe(1)
  })

  it('lets one waiter abort without affecting the others', async () => {
    const { clock, source, identity } = setUp()
    source.takesMs = 1000
    const controller = new AbortController()
    const impatient = identity.current(controller)
    const patient = identity.current()
    controller.abort(new Error('no time'))

    await expect(impatient).rejects.toThrow('no time')
    await clock.advance('1s')
    expect(await patient).toEqual({ authorization: 'token 1' })
    expect(source.runs).toBe(1)
  })

  it('aborts a running renewal on close and starts no other', async () => {
    const { clock, source, identity } = setUp()
    source.takesMs = 1000
    const asked = failureOf(identity.current())
    await identity.close()

    expect(await asked).toMatchObject({ code: 'KW_CLIENT_CLOSED' })
    expect(clock.pending).toEqual([])
    await clock.advance('1m')
    expect(await failureOf(identity.current())).toMatchObject({ code: 'KW_CLIENT_CLOSED' })
    expect(source.runs).toBe(1)
  })

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'obtains one token at a time and recovers under random schedules (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const { clock, source, identity } = setUp(120_000, random)
      const waiting: Promise<unknown>[] = []
      for (let step = 0; step < 200; step++) {
        const dice = random.next()
        source.takesMs = Math.floor(random.next() * 3) * 1000
        source.fails = random.next() < 0.2
        if (dice < 0.5) waiting.push(identity.current().catch(() => 'failed'))
        else if (dice < 0.6) waiting.push(identity.renew({}).catch(() => 'failed'))
        else if (dice < 0.7)
          waiting.push(identity.current({ signal: AbortSignal.abort(new Error('gone')) }).catch(() => 'gone'))
        else await clock.advance(Math.floor(random.next() * 40_000))
        expect(source.mostAtOnce).toBeLessThanOrEqual(1)
      }
      await clock.runUntilIdle('1m')
      await Promise.all(waiting) // every caller settles
      source.fails = false
      source.takesMs = 0
      await clock.advance('2s')
      const { authorization } = await identity.current()
      expect(authorization).toMatch(/^token \d+$/)
    },
  )
})
