import { defineController, done } from '@kubewright/controller'
import { type Clock, sleep } from '@kubewright/core'
import { nextTurn, VirtualClock } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { Activity } from './activity.ts'
import { endOfRun } from './end-of-run.ts'
import { pauseOfTime } from './settle.ts'
import { startClusterIn } from './start-cluster.ts'

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve: () => resolve() }
}

/** A clock whose timers run in the next turn of the event loop. */
function hastyClock(): Clock {
  const time = new VirtualClock()
  return {
    now: () => time.now(),
    elapsed: () => time.elapsed(),
    schedule(ms, run) {
      const timer = time.schedule(ms, run)
      void time.advance(ms)
      return timer
    },
  }
}

/** One object, whose reconcile ends as `work` does. */
async function runWith(work: (clock: Clock) => Promise<void>) {
  const activity = new Activity()
  const clock = new VirtualClock({ settle: () => pauseOfTime(activity) })
  const { cluster } = await startClusterIn({ activity, clock, realClock: hastyClock() }, {})
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    scope: { namespace: 'default' },
    async reconcile() {
      await work(cluster.clock)
      return done()
    },
  })
  const running = await cluster.run(maps)
  await cluster.client.create(ConfigMap, { metadata: { name: 'blog' } })
  while (running.manager.state.activity.length === 0) await nextTurn()
  return { cluster, running }
}

describe('the end of a run', () => {
  it('shows the failure of settle() if a reconcile never ends, and no other', async () => {
    const never = deferred()
    const test = async () => {
      const parts = await runWith(() => never.promise)
      await using cluster = parts.cluster
      await using _ = parts.running
      await cluster.settle({ within: '300ms' })
    }
    await expect(test()).rejects.toMatchObject({
      code: 'KW_TESTING_UNSETTLED',
      message: expect.stringContaining('maps reconciles default/blog') as string,
    })
    never.resolve()
  })

  it('fails once, with the name of a reconcile that never ends, if nothing has reported it', async () => {
    const never = deferred()
    const { cluster, running } = await runWith(() => never.promise)
    await expect(running[Symbol.asyncDispose]()).rejects.toMatchObject({
      code: 'KW_MANAGER_STUCK',
      details: { stuck: ['maps default/blog'] },
    })
    await cluster[Symbol.asyncDispose]()
    never.resolve()
  })

  it('fails if settle() reported another reconcile, and that one ended', async () => {
    const [slow, never] = [deferred(), deferred()]
    const works = [slow, never].values()
    const { cluster, running } = await runWith(() => works.next().value!.promise)
    await expect(cluster.settle({ within: '300ms' })).rejects.toMatchObject({ code: 'KW_TESTING_UNSETTLED' })
    slow.resolve()
    await cluster.settle()
    await cluster.client.patch(ConfigMap, { name: 'blog' }, { data: { title: 'Blog' } })
    while (running.manager.state.activity.length === 0) await nextTurn()
    await expect(running[Symbol.asyncDispose]()).rejects.toMatchObject({ code: 'KW_MANAGER_STUCK' })
    await cluster[Symbol.asyncDispose]()
    never.resolve()
  })

  it('waits for an aborted reconcile that ends after some time of the cluster', async () => {
    let hasEnded = false
    const { cluster, running } = await runWith(async (clock) => {
      await sleep(clock, 1_000)
      hasEnded = true
    })
    await running[Symbol.asyncDispose]()
    expect(hasEnded).toBe(true)
    await cluster[Symbol.asyncDispose]()
  })

  it('ends the grace period only after as much real time', async () => {
    const [clock, realClock] = [new VirtualClock(), new VirtualClock()]
    const ended = endOfRun(sleep(clock, '2s'), { activity: new Activity(), clock, realClock })
    while (realClock.nextInMs === undefined && clock.elapsed() === 0) await nextTurn()
    await realClock.advance(1_999)
    expect(clock.elapsed()).toBe(0)
    await realClock.advance(1)
    await ended
    expect(clock.elapsed()).toBe(2_000)
  })

  it('does not wait for more real time than the work takes', async () => {
    const [clock, realClock] = [new VirtualClock(), new VirtualClock()]
    const work = deferred()
    using _ = clock.schedule(2_000, () => undefined)
    const ended = endOfRun(work.promise, { activity: new Activity(), clock, realClock })
    while (realClock.nextInMs === undefined) await nextTurn()
    work.resolve()
    await ended
    expect([clock.elapsed(), realClock.elapsed(), realClock.nextInMs]).toEqual([0, 0, undefined])
  })

  it('rejects with the error of a timer', async () => {
    const [clock, never] = [new VirtualClock(), deferred()]
    clock.schedule(100, () => {
      throw new Error('a timer failed')
    })
    const ended = endOfRun(never.promise, { activity: new Activity(), clock })
    await expect(ended).rejects.toThrow('a timer failed')
    never.resolve()
  })

  it('lets time pass after the test itself has advanced the clock', async () => {
    const released = deferred()
    const clock = new VirtualClock({ settle: () => released.promise })
    const advanced = clock.advance(100)
    const ended = endOfRun(sleep(clock, '1s'), { activity: new Activity(), clock })
    for (let turns = 0; turns < 10; turns++) await nextTurn()
    released.resolve()
    await advanced
    await ended
    expect(clock.elapsed()).toBe(1_000)
  })
})
