import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../client.ts'
import { createClient } from '../create-client.ts'
import { sharedRateLimit } from '../shared-rate-limit.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'
import { RateLimit } from './rate-limit.ts'

describe('RateLimit', () => {
  it('lets a burst pass and then spaces requests evenly', () => {
    const limit = new RateLimit(new VirtualClock(), { perSecond: 10, burst: 3 })
    expect(Array.from({ length: 6 }, () => limit.reserve())).toEqual([0, 0, 0, 100, 200, 300])
  })

  it('refills over time, up to the burst', async () => {
    const clock = new VirtualClock()
    const limit = new RateLimit(clock, { perSecond: 10, burst: 2 })
    limit.reserve()
    limit.reserve()
    await clock.advance('1h')
    expect(Array.from({ length: 3 }, () => limit.reserve())).toEqual([0, 0, 100])
  })

  it('returns the token of a call that is aborted while waiting', async () => {
    const clock = new VirtualClock()
    const server = new ScriptedServer({ '*': () => ({ body: { gitVersion: 'v1.36.0' } }) })
    const waits: number[] = []
    const observer = { rateLimited: ({ durationMs }: { durationMs: number }) => waits.push(durationMs) }
    await using client = createClient(server, { clock, observer, rateLimit: { perSecond: 1, burst: 1 } })
    await client.request({ path: '/version' })
    const controller = new AbortController()
    const impatient = Array.from({ length: 20 }, () =>
      client.request({ path: '/version', signal: controller.signal }).catch((error: unknown) => error),
    )
    const reason = new Error('no time')
    controller.abort(reason)
    expect(new Set(await Promise.all(impatient))).toEqual(new Set([reason]))
    const next = client.request({ path: '/version' })
    await clock.advance('1s')
    await next
    expect([waits, server.requests.length]).toEqual([[0, 1_000], 2])
  })

  it('is shared between clients only when created with sharedRateLimit()', async () => {
    const waitsWith = async (rateLimit: ClientOptions['rateLimit'], clock: VirtualClock) => {
      const server = new ScriptedServer({ '*': () => ({ body: { gitVersion: 'v1.36.0' } }) })
      const waits: number[] = []
      const observer = { rateLimited: ({ durationMs }: { durationMs: number }) => waits.push(durationMs) }
      await using one = createClient(server, { clock, observer, rateLimit })
      await using two = createClient(server, { clock, observer, rateLimit })
      const calls = [one, two, one, two].map((client) => client.request({ path: '/version' }))
      await clock.advance('10s')
      await Promise.all(calls)
      return waits
    }
    const options = { perSecond: 1, burst: 1 }
    const [clock, other] = [new VirtualClock(), new VirtualClock()]
    expect(await waitsWith(sharedRateLimit(options, clock), clock)).toEqual([0, 1_000, 2_000, 3_000])
    expect(await waitsWith(options, other)).toEqual([0, 0, 1_000, 1_000])
  })

  it.each([
    { perSecond: 0, burst: 1 },
    { perSecond: Infinity, burst: 1 },
    { perSecond: 1, burst: 0 },
  ])('rejects the values %j', (options) => {
    expect(() => sharedRateLimit(options)).toThrow(expect.objectContaining({ code: 'KW_CLIENT_OPTION' }))
  })

  it.each([20, 'fast', true, null])('rejects %j as rateLimit option and in sharedRateLimit()', (rateLimit) => {
    const refused = expect.objectContaining({ code: 'KW_CLIENT_OPTION' })
    const server = new ScriptedServer({})
    expect(() => createClient(server, { rateLimit: rateLimit as never })).toThrow(refused)
    expect(() => sharedRateLimit(rateLimit as never)).toThrow(refused)
  })

  it('never holds more tokens than the burst after giveBack()', () => {
    const limit = new RateLimit(new VirtualClock(), { perSecond: 10, burst: 1 })
    limit.giveBack()
    expect([limit.reserve(), limit.reserve()]).toEqual([0, 100])
  })
})
