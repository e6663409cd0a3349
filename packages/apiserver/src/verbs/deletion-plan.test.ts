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
  it('removes an object without finalizers', () => {
    expect(plan({})).toBe('remove')
  })

  it('sets deletionTimestamp and increments generation of an object with finalizers', () => {
    const marked = { deletionTimestamp: now, deletionGracePeriodSeconds: 0, isLast: false }
    expect(plan({ finalizers: ['a/b'], generation: 1 })).toEqual({ ...marked, finalizers: ['a/b'], generation: 2 })
  })

  it.each([
    [{ propagationPolicy: 'Orphan' }, ['a/b', 'orphan']],
    [{ propagationPolicy: 'Foreground' }, ['a/b', 'foregroundDeletion']],
    [{ orphanDependents: true }, ['a/b', 'orphan']],
    [{ propagationPolicy: 'Background' }, ['a/b']],
  ] as const)('adds the finalizer of the propagation policy: %o', (options, finalizers) => {
    expect(plan({ finalizers: ['a/b'] }, options)).toMatchObject({ finalizers })
  })

  it('keeps the finalizer of an earlier policy unless a new one is given', () => {
    expect(plan({ finalizers: ['orphan'] })).toMatchObject({ finalizers: ['orphan'] })
    expect(plan({ finalizers: ['orphan'] }, { propagationPolicy: 'Background' })).toBe('remove')
  })

  it('adds no finalizers for kinds without garbage collection', () => {
    expect(plan({}, { propagationPolicy: 'Orphan' }, { ...plain, isCollected: false })).toBe('remove')
  })

  it('sets deletionTimestamp to the end of the grace period', () => {
    const end = { deletionTimestamp: '2026-01-01T00:01:30Z', deletionGracePeriodSeconds: 30, isLast: false }
    expect(plan({}, {}, graceful)).toEqual(end)
  })

  it('marks an object with grace period 0 before removing it', () => {
    const gone = { deletionTimestamp: now, deletionGracePeriodSeconds: 0, isLast: true }
    expect(plan({}, { gracePeriodSeconds: 0 }, graceful)).toEqual(gone)
  })

  describe('of an object that is being deleted', () => {
    const going = { deletionTimestamp: '2026-01-01T00:01:20Z', deletionGracePeriodSeconds: 30 }

    it.each([undefined, 30, 50])('changes nothing if a grace period of %s is not shorter', (gracePeriodSeconds) => {
      expect(plan(going, { gracePeriodSeconds }, graceful)).toBe('nothing')
    })

    it('counts a shorter grace period from the first deletion', () => {
      const sooner = { deletionTimestamp: '2026-01-01T00:01:10Z', deletionGracePeriodSeconds: 20, isLast: false }
      expect(plan(going, { gracePeriodSeconds: 20 }, graceful)).toEqual(sooner)
    })

    it('never sets deletionTimestamp in the past, and leaves a grace period of one second', () => {
      const soonest = { deletionTimestamp: now, deletionGracePeriodSeconds: 1, isLast: false }
      expect(plan(going, { gracePeriodSeconds: 5 }, graceful)).toEqual(soonest)
    })

    it('treats a negative grace period as one second', () => {
      expect(plan(going, { gracePeriodSeconds: -1 }, graceful)).toMatchObject({ deletionGracePeriodSeconds: 1 })
    })
  })

  describe('of a kind with its own deletion hold, such as Namespace', () => {
    const held: Strategy = { ...plain, deletion: { isHeld: () => true, mark: () => undefined } }

    it('sets deletionTimestamp once', () => {
      expect(plan({}, {}, held)).toMatchObject({ deletionTimestamp: now })
      expect(plan({ deletionTimestamp: now }, {}, held)).toBe('nothing')
    })
  })
})
