import { describe, expect, it } from 'vitest'
import type { PlannedFault } from '../plan/plan.ts'
import { testWorld, textOf, watchOf } from './testing/test-world.ts'

/** A world with one watch of the operator. */
function watching(kind: string, ...faults: readonly PlannedFault[]) {
  const world = testWorld({ faults })
  const watch = watchOf(world.actor('operator 1'), kind)
  const delivered: string[] = []
  const enqueue = (object: string) =>
    world.watches.enqueue({
      watch,
      event: { type: 'ADDED', object, text: object },
      deliver: () => void delivered.push(object),
    })
  const next = async () => {
    const [action] = world.actions.possible()
    if (action === undefined) return
    world.actions.remove(action)
    await action.perform()
  }
  return { ...world, watch, delivered, enqueue, next }
}

describe('WatchDelivery', () => {
  it('delivers and traces events in order, each as an action', async () => {
    const { enqueue, next, delivered, trace } = watching('secrets')
    enqueue('a')
    enqueue('b')
    await next()
    expect(delivered).toEqual(['a'])
    await next()
    expect(textOf(trace)).toEqual(['operator 1 ADDED a 1', 'operator 1 ADDED b 2'])
  })

  it('delivers a held event first, once the hold ends', async () => {
    const hold = { type: 'hold', from: { kind: 'secrets', nth: 1 }, until: 'rest', after: 'told' } as const
    const { enqueue, next, delivered, staleViews, trace } = watching('secrets', hold)
    enqueue('a')
    enqueue('b')
    await next()
    await next()
    expect(delivered).toEqual([])
    staleViews.endAtIdle()
    await next()
    await next()
    expect(delivered).toEqual(['a', 'b'])
    expect(textOf(trace).slice(2)).toEqual(['operator 1 ADDED a 1', 'operator 1 ADDED b 2'])
  })

  it('expires a watch after the event', async () => {
    const { enqueue, next, delivered, watch } = watching('secrets', {
      type: 'expire',
      from: { kind: 'secrets', nth: 1 },
    })
    enqueue('a')
    await next()
    expect([...delivered, ...watch.ends]).toEqual(['a', 'expired'])
  })

  it('breaks a watch over a cut link in place of the event', async () => {
    const cut = { type: 'outage', of: { link: 'east' }, step: 0, answer: 'cut' } as const
    const { enqueue, next, delivered, watch, outage } = watching('secrets@east', cut)
    enqueue('a')
    await next()
    expect({ delivered, ends: watch.ends }).toEqual({ delivered: [], ends: ['cut'] })
    expect(outage).toMatchObject({ isLasting: true, hasBrokenWatches: true })
  })

  it('traces the events of a standby without counting them', async () => {
    const { enqueue, next, watch, trace, faults } = watching('secrets')
    watch.actor.isStandby = true
    enqueue('a')
    await next()
    expect(textOf(trace)).toEqual(['operator 1 ADDED a 0'])
    expect(faults.nextEvent('secrets')).toBe(1)
  })

  it('delivers nothing to a fenced actor', () => {
    const { enqueue, watch, actions } = watching('secrets')
    watch.actor.isFenced = true
    enqueue('a')
    expect(actions.all).toEqual([])
  })
})
