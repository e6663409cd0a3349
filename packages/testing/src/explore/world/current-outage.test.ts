import { describe, expect, it } from 'vitest'
import type { Outage } from '../plan/outages.ts'
import { testWorld, textOf } from './testing/test-world.ts'

const planned: Outage = { type: 'outage', of: { kind: 'secrets' }, step: 1, steps: 2, answer: 500 }

describe('CurrentOutage', () => {
  it('lasts until the step in which it ends, and is traced once', () => {
    const { outage, trace } = testWorld()
    outage.begin(planned)
    outage.begin(planned)
    outage.endBy(2)
    expect(outage.isLasting).toBe(true)
    outage.endBy(3)
    expect(outage.isLasting).toBe(false)
    outage.endBy(4)
    expect(textOf(trace)).toEqual([
      'from here on every call of secrets fails with 500',
      'the outage is over: every call of secrets fails with 500',
    ])
  })

  it('tracks the watches that must be reopened', () => {
    const { outage } = testWorld()
    outage.addBrokenWatch('watch secrets')
    outage.removeBrokenWatch('list secrets')
    expect(outage.hasBrokenWatches).toBe(true)
    outage.removeBrokenWatch('watch secrets')
    expect(outage.hasBrokenWatches).toBe(false)
    outage.addBrokenWatch('watch secrets')
    outage.clearBrokenWatches()
    expect(outage.hasBrokenWatches).toBe(false)
  })
})
