import type { ClientOptions } from '@kubewright/client'
import { sharedRateLimit } from '@kubewright/client/calls'
import type { Transport } from '@kubewright/client/transport'
import { ScriptedServer } from '@kubewright/client/testing'
import { silentLogger } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { clientsOf } from './manager-parts.ts'

type Rate = ClientOptions['rateLimit']

/** When a request of each client of the home cluster arrives. */
async function arrivalsWith(rateLimitOn: (clock: VirtualClock) => Rate): Promise<readonly string[]> {
  const clock = new VirtualClock()
  const arrivals: string[] = []
  const connection = new ScriptedServer({
    '*': ({ path }) => {
      arrivals.push(`${path} ${clock.elapsed()}`)
      return { body: { gitVersion: 'v1.36.0' } }
    },
  })
  const given = { connection, controllers: [], clientOptions: { rateLimit: rateLimitOn(clock) } }
  const resolved = { clock, random: { next: () => 0 }, name: 'operator' }
  const gate = { guardTransport: (one: Transport) => one }
  const told = { metrics: { add() {} }, log: silentLogger, gate }
  const { shared, acting, behind, lease, close } = clientsOf(given as never, resolved as never, told as never)
  await using guarded = behind!((transport) => transport)
  const all = { shared, acting, guarded, lease }
  const calls = Object.entries(all).map(([name, client]) => client.request({ path: `/${name}` }))
  await clock.advance('10s')
  await Promise.all(calls)
  await close()
  return arrivals.sort()
}

describe('the clients of the home cluster', () => {
  const options = { perSecond: 1, burst: 1 }
  const cases: readonly (readonly [string, (clock: VirtualClock) => Rate])[] = [
    ['of the manager', () => options],
    ['shared with other managers', (clock) => sharedRateLimit(options, clock)],
  ]

  it.each(cases)('share one rate limit %s, from which the lease client is exempt', async (_, rateLimitOn) => {
    expect(await arrivalsWith(rateLimitOn)).toEqual(['/acting 1000', '/guarded 2000', '/lease 0', '/shared 0'])
  })

  it.each([20, null])('cannot be created with the invalid rate limit %j', async (rateLimit) => {
    await expect(arrivalsWith(() => rateLimit as never)).rejects.toMatchObject({ code: 'KW_CLIENT_OPTION' })
  })
})
