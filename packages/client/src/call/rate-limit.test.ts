import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../client.ts'
import { createClient } from '../create-client.ts'
import { sharedRateLimit } from '../shared-rate-limit.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'
import { RateLimit } from './rate-limit.ts'

describe('RateLimit', () => {
  it('lets a burst pass and then spaces requests out', () => {
    const limit = new RateLimit(new VirtualClock(), { perSecond: 10, burst: 3 })
    expect(Array.from({ length: 6 }, () => limit.reserve())).toEqual([0, 0, 0, 100, 200, 300])
  })

  it('earns tokens back over time, but never more than a burst', async () => {
    const clock = new VirtualClock()
    const limit = new RateLimit(clock, { perSecond: 10, burst: 2 })
    limit.reserve()
    limit.reserve()
    await clock.advance('1h')
    expect(Array.from({ length: 3 }, () => limit.reserve())).toEqual([0, 0, 100])
  })

  it('gives the token of a call that is aborted while it waits to the next', async () => {
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

  it('is used up together by the clients that share it, and alone by those that have the same options', async () => {
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
  ])('is not shared with %j', (options) => {
    expect(() => sharedRateLimit(options)).toThrow(expect.objectContaining({ code: 'KW_CLIENT_OPTION' }))
  })

  it.each([20, 'fast', true, null])('is neither %j nor shared with it', (rateLimit) => {
    const refused = expect.objectContaining({ code: 'KW_CLIENT_OPTION' })
    const server = new ScriptedServer({})
    expect(() => createClient(server, { rateLimit: rateLimit as never })).toThrow(refused)
    expect(() => sharedRateLimit(rateLimit as never)).toThrow(refused)
  })

  it('never has more tokens than a burst, whatever is given back', () => {
    const limit = new RateLimit(new VirtualClock(), { perSecond: 10, burst: 1 })
    limit.giveBack()
    expect([limit.reserve(), limit.reserve()]).toEqual([0, 100])
  })
})
