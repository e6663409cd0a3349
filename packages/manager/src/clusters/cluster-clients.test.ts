import type { Transport } from '@kubewright/client'
import { silentLogger } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { connect } from './cluster-clients.ts'

const body = { text: async () => '{"gitVersion":"v1.36.0"}', async *[Symbol.asyncIterator]() {} }

/** A server that notes when requests arrive. */
function start(clock: VirtualClock, arrivals: number[]) {
  const transport = {
    host: 'berlin',
    async send() {
      arrivals.push(clock.elapsed())
      return { status: 200, headers: { 'content-type': 'application/json' }, body }
    },
    async [Symbol.asyncDispose]() {},
  } as unknown as Transport
  const setup = {
    given: { clientOptions: { rateLimit: { perSecond: 1, burst: 1 } } },
    options: { clock, random: { next: () => 0 }, name: 'operator' },
  }
  const gate = { guardTransport: (one: Transport) => one }
  return connect(transport, setup as never, { metrics: { add() {} }, log: silentLogger, gate } as never)
}

describe('the clients of a cluster', () => {
  it('share one rate, and clusters do not', async () => {
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
