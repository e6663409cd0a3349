import type { Job, Pod } from '@kubewright/kubernetes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trackingFinalizer } from '../../names.ts'
import { formatIndexes, parseIndexes } from './index-list.ts'
import { settledPods, tally, tallyStatus, totals } from './job-tally.ts'

const pod = (uid: string, phase: string, isTracked = true) =>
  ({
    metadata: { uid, name: uid, finalizers: isTracked ? [trackingFinalizer] : [] },
    status: { phase },
  }) as unknown as Pod
const job = (status: object = {}) => ({ metadata: { name: 'job' }, spec: {}, status }) as unknown as Job

describe('tally, the counting of ended Job pods', () => {
  it('records ended pods as uncounted, then counts them once their finalizer is removed', () => {
    const pods = [pod('a', 'Succeeded'), pod('b', 'Failed'), pod('c', 'Running')]
    const first = tally(job(), pods)
    expect(first).toMatchObject({ succeeded: 0, failed: 0, uncounted: { succeeded: ['a'], failed: ['b'] } })
    const noted = job(tallyStatus(job(), first))
    expect(settledPods(noted, pods).map(({ metadata }) => metadata.uid)).toEqual(['a', 'b'])
    const released = [pod('a', 'Succeeded', false), pod('b', 'Failed', false), pod('c', 'Running')]
    expect(tally(noted, released)).toMatchObject({ succeeded: 1, failed: 1, uncounted: { succeeded: [], failed: [] } })
  })

  it('counts every pod once, wherever it is interrupted', () => {
    const phases = fc.array(fc.constantFrom('Succeeded', 'Failed', 'Running'), { maxLength: 12 })
    const cuts = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 })
    fc.assert(
      fc.property(phases, cuts, (all, interruptions) => {
        const pods = all.map((phase, place) => ({ uid: `pod-${place}`, phase, isTracked: true }))
        let status: object = {}
        const seen = () => pods.map(({ uid, phase, isTracked }) => pod(uid, phase, isTracked))
        for (const cut of [...interruptions, 3, 3]) {
          // Each pass is stopped after none, one or all of its writes.
          if (cut === 0) continue
          status = tallyStatus(job(status), tally(job(status), seen()))
          if (cut === 1) continue
          const settled = settledPods(job(status), seen())
          const gone = new Set((cut === 2 ? settled.slice(0, 1) : settled).map(({ metadata }) => metadata.uid))
          for (const one of pods) if (gone.has(one.uid)) one.isTracked = false
          if (cut === 3) status = tallyStatus(job(status), tally(job(status), seen()))
        }
        const { succeeded, failed } = totals(tally(job(status), seen()))
        const count = (phase: string) => all.filter((one) => one === phase).length
        expect({ succeeded, failed }).toEqual({ succeeded: count('Succeeded'), failed: count('Failed') })
        expect(tally(job(status), seen()).uncounted).toEqual({ succeeded: [], failed: [] })
      }),
    )
  })
})

describe('index lists', () => {
  const cases = [
    { indexes: [], text: '' },
    { indexes: [3], text: '3' },
    { indexes: [0, 1], text: '0,1' },
    { indexes: [4, 2, 3, 0], text: '0,2-4' },
  ]
  it.each(cases)('writes $indexes as "$text"', ({ indexes, text }) => {
    expect(formatIndexes(indexes)).toBe(text)
  })

  it('parses what it has formatted', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(200)), (indexes) => {
        expect([...parseIndexes(formatIndexes(indexes))]).toEqual(indexes.toSorted((one, two) => one - two))
      }),
    )
  })
})
