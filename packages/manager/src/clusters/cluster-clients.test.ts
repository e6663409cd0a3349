import type { Transport } from '@kubewright/client/transport'
import { ScriptedServer } from '@kubewright/client/testing'
import { silentLogger } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { connect } from './cluster-clients.ts'

/** A server that records when requests arrive. */
function start(clock: VirtualClock, arrivals: number[]) {
  const server = new ScriptedServer({
    '*': () => {
      arrivals.push(clock.elapsed())
      return { body: { gitVersion: 'v1.36.0' } }
    },
  })
  const setup = {
    given: { clientOptions: { rateLimit: { perSecond: 1, burst: 1 } } },
    options: { clock, random: { next: () => 0 }, name: 'operator' },
  }
  const gate = { guardTransport: (one: Transport) => one }
  return connect(server, setup as never, { metrics: { add() {} }, log: silentLogger, gate } as never)
}

describe('the clients of a cluster', () => {
  it('share one rate limit, which other clusters do not share', async () => {
    const clock = new VirtualClock()
    const [atBerlin, atRome]: [number[], number[]] = [[], []]
    await using berlin = start(clock, atBerlin)
    await using rome = start(clock, atRome)
    await using guarded = berlin.behind((transport) => transport)
    const all = [berlin.shared, berlin.acting, guarded, rome.acting]
    const calls = all.map((client) => client.request({ path: '/version' }))
    await clock.advance('10s')
    await Promise.all(calls)
    expect([atBerlin, atRome]).toEqual([[0, 1_000, 2_000], [0]])
  })
})
