import { describe, expect, it } from 'vitest'
import type { Strategy } from '../kinds/served-kind.ts'
import type { DraftMeta } from '../object/draft.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import { planDeletion } from './deletion-plan.ts'

const nowMs = Date.parse('2026-01-01T00:01:00Z')
const plain = { isCollected: true, defaultPropagation: 'Background' } as Strategy
const graceful: Strategy = { ...plain, graceSeconds: (_, asked) => asked ?? 30 }

function plan(metadata: DraftMeta, options: Partial<DeleteOptions> = {}, strategy = plain) {
  const object = { kind: 'Pod', apiVersion: 'v1', metadata }
  const planned = planDeletion(object, { strategy, options: { preconditions: {}, ...options } as DeleteOptions, nowMs })
  return planned.step === 'mark' ? { ...planned.object.metadata, isLast: planned.isLast } : planned.step
}

const now = '2026-01-01T00:01:00Z'

describe('planDeletion', () => {
  it('removes what nothing holds', () => {
    expect(plan({})).toBe('remove')
  })

  it('marks what has finalizers, and counts it as a change', () => {
    const marked = { deletionTimestamp: now, deletionGracePeriodSeconds: 0, isLast: false }
    expect(plan({ finalizers: ['a/b'], generation: 1 })).toEqual({ ...marked, finalizers: ['a/b'], generation: 2 })
  })

  it.each([
    [{ propagationPolicy: 'Orphan' }, ['a/b', 'orphan']],
    [{ propagationPolicy: 'Foreground' }, ['a/b', 'foregroundDeletion']],
    [{ orphanDependents: true }, ['a/b', 'orphan']],
    [{ propagationPolicy: 'Background' }, ['a/b']],
  ] as const)('writes the wish about dependents into the finalizers: %o', (options, finalizers) => {
    expect(plan({ finalizers: ['a/b'] }, options)).toMatchObject({ finalizers })
  })

  it('keeps an earlier wish unless there is a new one', () => {
    expect(plan({ finalizers: ['orphan'] })).toMatchObject({ finalizers: ['orphan'] })
    expect(plan({ finalizers: ['orphan'] }, { propagationPolicy: 'Background' })).toBe('remove')
  })

  it('leaves finalizers of kinds alone that are not collected', () => {
    expect(plan({}, { propagationPolicy: 'Orphan' }, { ...plain, isCollected: false })).toBe('remove')
  })

  it('gives what may take its time the time it takes', () => {
    const end = { deletionTimestamp: '2026-01-01T00:01:30Z', deletionGracePeriodSeconds: 30, isLast: false }
    expect(plan({}, {}, graceful)).toEqual(end)
  })

  it('marks what has no time left before it goes', () => {
    const gone = { deletionTimestamp: now, deletionGracePeriodSeconds: 0, isLast: true }
    expect(plan({}, { gracePeriodSeconds: 0 }, graceful)).toEqual(gone)
  })

  describe('of what is going already', () => {
    const going = { deletionTimestamp: '2026-01-01T00:01:20Z', deletionGracePeriodSeconds: 30 }

    it.each([undefined, 30, 50])('does nothing when %s seconds are no sooner', (gracePeriodSeconds) => {
      expect(plan(going, { gracePeriodSeconds }, graceful)).toBe('nothing')
    })

    it('counts a shorter time from the first deletion', () => {
      const sooner = { deletionTimestamp: '2026-01-01T00:01:10Z', deletionGracePeriodSeconds: 20, isLast: false }
      expect(plan(going, { gracePeriodSeconds: 20 }, graceful)).toEqual(sooner)
    })

    it('never ends in the past, and leaves a second to whoever watches', () => {
      const soonest = { deletionTimestamp: now, deletionGracePeriodSeconds: 1, isLast: false }
      expect(plan(going, { gracePeriodSeconds: 5 }, graceful)).toEqual(soonest)
    })

    it('takes less than nothing for a second', () => {
      expect(plan(going, { gracePeriodSeconds: -1 }, graceful)).toMatchObject({ deletionGracePeriodSeconds: 1 })
    })
  })

  describe('of a kind that more than finalizers hold', () => {
    const held: Strategy = { ...plain, deletion: { isHeld: () => true, mark: () => undefined } }

    it('marks once', () => {
      expect(plan({}, {}, held)).toMatchObject({ deletionTimestamp: now })
      expect(plan({ deletionTimestamp: now }, {}, held)).toBe('nothing')
    })
  })
})
