import { silentLogger } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import { VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { leader } from './leader.ts'
import { LeaseServer, type Network } from './testing/lease-server.ts'

it('a leader keeps its lease when one renewal hangs: the request times out early enough for a retry', async () => {
  const [server, clock] = [new LeaseServer(), new VirtualClock()]
  let renewals = 0
  const network: Network = async (exchange, { method, signal }) => {
    if (method !== 'PATCH' || ++renewals !== 3) return exchange()
    return await new Promise((_, reject) => onAbort(signal!, () => reject(signal!.reason as Error)))
  }
  const coordinator = leader({ lease: 'operator', namespace: 'web' }).coordinate({
    client: server.client(clock, network),
    clock,
    random: seededRandom(1),
    ids: seededIds(seededRandom(1)),
    log: silentLogger,
    identity: 'a',
  })
  const stop = new AbortController()
  const running = coordinator.run(
    stop.signal,
    (mayAct) => new Promise((resolve) => onAbort(mayAct, () => resolve(undefined))),
  )
  await clock.advance('60s')
  expect(coordinator.standing).toEqual({ isActing: true, holder: 'a', text: 'leader: holds the lease web/operator' })
  expect(renewals).toBeGreaterThan(10)
  stop.abort()
  await clock.advance('1s')
  await running
})

it.each([
  { options: { lease: 'My_Lease', namespace: 'web' }, why: 'lease is "My_Lease": a lowercase RFC 1123 subdomain' },
  { options: { lease: 'operator', namespace: 'web.system' }, why: 'namespace is "web.system": must not contain dots' },
])('leader refuses names that the API server would refuse: $why', ({ options, why }) => {
  expect(() => leader(options)).toThrow(
    expect.objectContaining({ code: 'KW_LEASE_OPTION', message: expect.stringContaining(why) as string }),
  )
})
