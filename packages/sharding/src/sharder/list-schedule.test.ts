import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ListSchedule } from './list-schedule.ts'

const idle = { counts: { moves: 0 }, pending: 0, draining: 0 }

function listed({ relistAfterMs = [] as readonly number[], syncEveryMs = 300_000 } = {}) {
  const clock = new VirtualClock()
  const schedule = new ListSchedule(clock, { syncEveryMs: () => syncEveryMs, relistAfterMs })
  const list = (progress = idle) => {
    schedule.begin(progress)
    schedule.end()
  }
  list()
  /** Whether a list is due after so much more time. */
  const isDueAfter = async (ms: number, progress = idle) => {
    await clock.advance(ms)
    schedule.advance()
    return schedule.isDue(progress)
  }
  return { schedule, list, isDueAfter }
}

describe('a full list of objects is due', () => {
  it('at start', () => {
    const schedule = new ListSchedule(new VirtualClock(), { syncEveryMs: () => 300_000, relistAfterMs: [] })
    expect([schedule.isRequested, schedule.isDue(idle), schedule.lists]).toEqual([true, true, 0])
  })

  it('periodically, counted from the end of the last list', async () => {
    const { list, schedule, isDueAfter } = listed({ syncEveryMs: 60_000 })
    expect([await isDueAfter(59_999), await isDueAfter(1)]).toEqual([false, true])
    list()
    expect([await isDueAfter(59_999), await isDueAfter(1), schedule.lists]).toEqual([false, true, 2])
  })

  it('on request, and again if the request came during a list', () => {
    const { schedule } = listed()
    schedule.request()
    expect(schedule.isDue(idle)).toBe(true)
    schedule.begin(idle)
    schedule.request()
    schedule.end()
    expect(schedule.isDue(idle)).toBe(true)
  })

  it('once all moves have ended, not while objects still move', () => {
    const { schedule, list } = listed()
    const moved = { counts: { moves: 3 }, pending: 0, draining: 0 }
    const due = [{ ...moved, pending: 1 }, { ...moved, draining: 1 }, moved].map((progress) => schedule.isDue(progress))
    expect(due).toEqual([false, false, true])
    list(moved)
    expect(schedule.isDue(moved)).toBe(false)
  })
})

describe('a full list after a change of the ring', () => {
  it('is due at once, and again after each relist delay, since objects may have been assigned with the previous ring', async () => {
    const { schedule, list, isDueAfter } = listed({ relistAfterMs: [10_000, 70_000] })
    schedule.noteRingChange(false)
    expect(schedule.isDue(idle)).toBe(true)
    list()
    expect([await isDueAfter(9_999), await isDueAfter(1)]).toEqual([false, true])
    list()
    expect([await isDueAfter(59_999), await isDueAfter(1)]).toEqual([false, true])
    list()
    expect(await isDueAfter(100_000)).toBe(false)
  })

  it('is due after the moves if the objects were known before', async () => {
    const { schedule, isDueAfter } = listed()
    schedule.noteRingChange(true)
    expect([schedule.isRequested, await isDueAfter(4_999), await isDueAfter(1)]).toEqual([false, false, true])
  })

  it('is scheduled from the last change only', async () => {
    const { schedule, list, isDueAfter } = listed()
    schedule.noteRingChange(true)
    expect(await isDueAfter(3_000)).toBe(false)
    schedule.noteRingChange(true)
    expect([await isDueAfter(4_000), await isDueAfter(1_000)]).toEqual([false, true])
    list()
    expect(await isDueAfter(10_000)).toBe(false)
  })
})
