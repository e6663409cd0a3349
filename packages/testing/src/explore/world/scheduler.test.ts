import { describe, expect, it } from 'vitest'
import type { Guide } from './guide.ts'
import { LivelockError } from './liveness-errors.ts'
import { Scheduler } from './scheduler.ts'
import { callOf, testWorld, type TestWorldOptions } from './testing/test-world.ts'

function scheduling(options: TestWorldOptions = {}, guide?: Guide) {
  const world = testWorld(options)
  const parts = guide === undefined ? world : { ...world, guide }
  return { ...world, scheduler: new Scheduler(parts, { waitsForAll: true, state: async () => '' }) }
}

describe('Scheduler', () => {
  it('performs one action at a time, in the order of arrival, until the work is done', async () => {
    const { scheduler, calls, actor, trace } = scheduling()
    const operator = actor('operator 1')
    const work = Promise.all(['list secrets', 'list configmaps'].map((one) => calls.enqueue(operator, callOf(one))))
    expect(await scheduler.drive(work)).toEqual(['list secrets', 'list configmaps'])
    expect(trace.entries.map((entry) => entry.type === 'call' && entry.call)).toEqual([
      'list secrets',
      'list configmaps',
    ])
  })

  it('performs the action that the guide chooses, with its fault', async () => {
    const offered: string[][] = []
    const guide: Guide = {
      wantsAll: true,
      choose: ({ options }) => {
        offered.push(options.map(({ id }) => id))
        return options.length - 1
      },
    }
    const { scheduler, calls, actor, faults } = scheduling({}, guide)
    const work = calls.enqueue(actor('operator 1'), callOf('list secrets', { writes: false }))
    await expect(scheduler.drive(work)).rejects.toThrow('refused with 500')
    expect(offered).toEqual([['operator 1 list secrets', 'operator 1 list secrets: 500']])
    expect(faults.injected).toBe(1)
  })

  it('lets time pass when no action is enabled, and is idle when it may not', async () => {
    const { scheduler, clock } = scheduling()
    const fired: string[] = []
    clock.schedule(1_000, () => fired.push('soon'))
    clock.schedule(60_000, () => fired.push('late'))
    await scheduler.drive(scheduler.rest())
    expect(fired).toEqual(['soon'])
  })

  it('lets late calls arrive, and ends holds, before it is idle', async () => {
    const { scheduler, instances, actor, trace } = scheduling()
    instances.suspend(actor('operator 1'), callOf('create secrets default/a'), 'rest')
    expect(scheduler.hasDelayedEffects).toBe(true)
    await scheduler.drive(scheduler.rest())
    expect(scheduler.hasDelayedEffects).toBe(false)
    expect(trace.entries.at(-1)).toMatchObject({ type: 'call', call: 'create secrets default/a' })
  })

  it('assumes a livelock when it never becomes idle', async () => {
    const { scheduler, calls, actor } = scheduling({ maxActions: 5 })
    const operator = actor('operator 1')
    const again = (): void => void calls.enqueue(operator, callOf('list secrets')).then(again)
    again()
    await expect(scheduler.drive(scheduler.rest())).rejects.toThrow(LivelockError)
  })
})
