import { defineController, done } from '@kubewright/controller'
import { VirtualClock } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { Activity } from './activity.ts'
import { startCluster } from './start-cluster.ts'
import { TimeAdvance } from './time-advance.ts'

const hourMs = 3_600_000

/** A clock with a connection that is maintained every minute. */
function maintained(maxTimers = 1_000) {
  const [activity, clock] = [new Activity(), new VirtualClock({ maxTimers })]
  const time = new TimeAdvance(clock, activity)
  const { connectionClock } = time
  const maintainedAt: number[] = []
  const maintain = () => {
    maintainedAt.push(clock.elapsed() / hourMs)
    connectionClock.schedule(60_000, maintain)
  }
  connectionClock.schedule(60_000, maintain)
  return { activity, clock, connectionClock, maintainedAt, time }
}

describe('TimeAdvance', () => {
  it('suspends the maintenance of idle connections an hour after the last request', async () => {
    const { activity, clock, maintainedAt, time } = maintained()
    await time.advance('100d')
    expect([maintainedAt.length, clock.elapsed()]).toEqual([60, 2_400 * hourMs])
    clock.schedule(hourMs / 2, () => activity.noteExchange())
    await time.advance('100d')
    expect(maintainedAt.slice(60)).toHaveLength(60)
    expect([maintainedAt[60], maintainedAt.at(-1)]).toEqual([2_400.5 + 1 / 60, 2_401.5].map((at) => expect.closeTo(at)))
  })

  it('counts the hour across calls', async () => {
    const { maintainedAt, time } = maintained()
    for (let minute = 0; minute < 120; minute++) await time.advance('1m')
    expect(maintainedAt.length).toBe(60)
  })

  it('maintains connections while anything is in flight', async () => {
    const { activity, maintainedAt, time } = maintained()
    using _ = activity.begin('reconcile sites default/blog')
    await time.advance('10h')
    expect(maintainedAt.length).toBe(600)
  })

  it('runs the connection timers of a request that is sent after idle hours', async () => {
    const { activity, clock, connectionClock, time } = maintained()
    let timedOutMs = 0
    clock.schedule(100 * hourMs, () => {
      activity.noteExchange()
      connectionClock.schedule(30_000, () => (timedOutMs = clock.elapsed()))
    })
    await time.advance('200h')
    expect(timedOutMs).toBe(100 * hourMs + 30_000)
  })

  it('runs timers that are due now if it advances by nothing', async () => {
    const { clock, time } = maintained()
    let ran = 0
    clock.schedule(0, () => ran++)
    await time.advance(0)
    expect(ran).toBe(1)
  })

  it.each([0, 1, 3_000])('fails with KW_CORE_CLOCK_BUSY when a timer is rescheduled every %i ms', async (ms) => {
    const { clock, time } = maintained()
    const spin = () => void clock.schedule(ms, spin)
    spin()
    await expect(time.advance('1d')).rejects.toMatchObject({ code: 'KW_CORE_CLOCK_BUSY' })
  })
})

describe('cluster.advance', () => {
  it('passes a year with controllers, who then still hear of every change', async () => {
    await using cluster = await startCluster()
    const copies = defineController({ name: 'copies', for: ConfigMap, reconcile: async () => done() })
    await using run = await cluster.run(copies)
    const startedMs = cluster.clock.now()
    await cluster.advance('365d')
    expect(cluster.clock.now() - startedMs).toBe(365 * 24 * hourMs)
    await cluster.client.create(ConfigMap, { metadata: { name: 'late' } })
    await cluster.settle()
    expect(run.history({ namespace: 'default', name: 'late' }).map(({ result }) => result.type)).toEqual(['success'])
    await cluster.advance('30d')
    await cluster.client.patch(ConfigMap, { name: 'late' }, { data: { title: 'later' } })
    await cluster.settle()
    expect(run.history({ namespace: 'default', name: 'late' })).toHaveLength(2)
  })
})
