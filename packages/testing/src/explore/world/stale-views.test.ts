import { describe, expect, it } from 'vitest'
import type { PlannedFault } from '../plan/plan.ts'
import { testWorld, textOf, watchOf } from './testing/test-world.ts'

type HoldFault = Extract<PlannedFault, { type: 'hold' }>

function hold(until: HoldFault['until'], after: HoldFault['after'] = 'told'): HoldFault {
  return { type: 'hold', from: { kind: 'secrets', nth: 1 }, until, after }
}

function held(fault: HoldFault) {
  const world = testWorld()
  const watch = watchOf(world.actor('operator 1'), 'secrets')
  world.staleViews.hold(watch, fault)
  return { ...world, watch }
}

describe('StaleViews', () => {
  it('holds a watch until the world is idle', () => {
    const { staleViews, trace, watch } = held(hold('rest'))
    expect(watch.isHeld).toBe(true)
    expect(staleViews.endAtIdle()).toBe(true)
    expect(watch).toMatchObject({ isHeld: false, ends: [] })
    expect(staleViews.endAtIdle()).toBe(false)
    expect(textOf(trace)).toEqual([
      'operator 1 gets no watch events of secrets from here on',
      'operator 1 gets the missed watch events of secrets',
    ])
  })

  it('holds a watch until the world is idle in a later step', () => {
    const { staleViews, progress } = held(hold('step'))
    expect(staleViews.endAtIdle()).toBe(false)
    progress.nextStep()
    expect(staleViews.endAtIdle()).toBe(true)
  })

  it('expires a watch that is to list again', () => {
    const { staleViews, watch } = held(hold('rest', 'relisted'))
    staleViews.endAtIdle()
    expect(watch.ends).toEqual(['expired'])
  })

  it('ends after forty actions in any case', () => {
    const { staleViews, progress } = held(hold('step'))
    for (let action = 0; action < 39; action++) progress.countAction()
    staleViews.endOverdue()
    expect(staleViews.size).toBe(1)
    progress.countAction()
    staleViews.endOverdue()
    expect(staleViews.size).toBe(0)
  })

  it('also holds the watch that replaces a held one, and no other', () => {
    const { staleViews, watch } = held(hold('rest'))
    const [next, other] = [watchOf(watch.actor, 'secrets'), watchOf(watch.actor, 'configmaps')]
    staleViews.replace(next)
    staleViews.replace(other)
    expect([next.isHeld, other.isHeld]).toEqual([true, false])
    staleViews.endAtIdle()
    expect(next.isHeld).toBe(false)
  })

  it('forgets the watches of a fenced actor', () => {
    const { staleViews, watch } = held(hold('rest'))
    staleViews.drop(watch.actor)
    expect(staleViews.size).toBe(0)
  })
})
