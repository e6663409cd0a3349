import { describe, expect, it } from 'vitest'
import type { Outage } from '../plan/outages.ts'
import { testWorld, watchOf } from './testing/test-world.ts'

const hour = 60 * 60_000
const outage: Outage = { type: 'outage', of: { kind: 'secrets' }, step: 1, answer: 500 }

/** A world with one timer. */
function timerIn(ms: number, isReconciling = () => false) {
  const world = testWorld({ isReconciling })
  world.clock.schedule(ms, () => undefined)
  return world
}

describe('TimePassage', () => {
  it('has nothing to wait for without a timer', async () => {
    const { time } = testWorld()
    expect(await time.pass()).toBe(false)
  })

  it('waits for timers within its patience after the last change', async () => {
    const { time, clock, progress } = timerIn(30_000)
    clock.schedule(45_000, () => undefined)
    expect(await time.pass()).toBe(true)
    expect(clock.elapsed()).toBe(30_000)
    expect(time.canPass()).toBe(false)
    progress.noteChange()
    expect(time.canPass()).toBe(true)
  })

  it.each<[string, (world: ReturnType<typeof testWorld>) => void]>([
    ['a failing object', ({ failing }) => failing.set('sites default/blog', 'it failed')],
    ['a broken watch', (world) => world.outage.addBrokenWatch('watch secrets')],
    ['an outage', (world) => world.outage.begin(outage)],
  ])('waits longer for the back-off of %s', (_, prepare) => {
    const world = timerIn(31_000)
    expect(world.time.canPass()).toBe(false)
    prepare(world)
    expect(world.time.canPass()).toBe(true)
  })

  it('waits longer for a reconcile in flight, once no action is enabled', () => {
    const { time } = timerIn(31_000, () => true)
    expect([time.canPass(), time.canPass(true)]).toEqual([false, true])
  })

  it('waits as long as the user', async () => {
    const { time, clock } = timerIn(hour)
    const waited = time.wait(2 * hour)
    expect(await time.pass()).toBe(true)
    expect(await time.pass()).toBe(true)
    await waited
    expect(clock.elapsed()).toBe(2 * hour)
  })

  it('waits for the back-off of a failure at the end of a long wait of the user', async () => {
    const { time, clock, failing } = timerIn(25 * hour + 5)
    void time.wait(25 * hour)
    await time.pass()
    expect(clock.elapsed()).toBe(25 * hour)
    expect(time.canPass()).toBe(false)
    failing.set('sites default/blog', 'it failed')
    expect(time.canPass()).toBe(true)
    await clock.advance('30m')
    clock.schedule(1, () => undefined)
    expect(time.canPass()).toBe(false)
  })

  it('waits for a reconcile in flight at the end of a long wait of the user', async () => {
    let isReconciling = false
    const { time } = timerIn(25 * hour + 5, () => isReconciling)
    void time.wait(25 * hour)
    await time.pass()
    isReconciling = true
    expect(time.canPass(true)).toBe(true)
  })

  it('lets the operator act on missed events before the rest of a wait passes', async () => {
    const { time, clock, progress, staleViews, actor } = testWorld()
    staleViews.hold(watchOf(actor('operator 1'), 'secrets'), {
      type: 'hold',
      from: { kind: 'secrets', nth: 1 },
      until: 'step',
      after: 'told',
    })
    for (let action = 0; action < 40; action++) progress.countAction()
    void time.wait(25 * hour)
    expect(await time.pass()).toBe(true)
    expect([staleViews.size, clock.elapsed()]).toEqual([0, 0])
    expect(await time.pass()).toBe(true)
    expect(clock.elapsed()).toBe(25 * hour)
  })

  it('waits no longer than a limit, unless something fails', () => {
    const { time, failing } = timerIn(20_000)
    {
      using _ = time.limitTo(10_000)
      expect(time.canPass()).toBe(false)
      failing.set('sites default/blog', 'it failed')
      expect(time.canPass()).toBe(true)
    }
    failing.clear()
    expect(time.canPass()).toBe(true)
  })

  it('does not assume a livelock because of timers during a long wait of the user', async () => {
    const world = testWorld({ maxActions: 3 })
    const every = () => void world.clock.schedule(60_000, every)
    every()
    void world.time.wait(hour)
    for (let minute = 0; minute < 59; minute++) expect(await world.time.pass()).toBe(true)
  })

  it('skips the timers of connections while no reconcile is in flight', () => {
    const [idle, busy] = [testWorld(), testWorld({ isReconciling: () => true })]
    for (const { connectionClock } of [idle, busy]) connectionClock.schedule(20_000, () => undefined)
    expect([idle.time.canPass(), busy.time.canPass()]).toEqual([false, true])
  })
})
