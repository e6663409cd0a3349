import { describe, expect, it } from 'vitest'
import { type Website, website } from '../testing/kinds.ts'
import { available, complete, conditionIs, established, ready, type WaitCondition } from './wait-condition.ts'

const condition = (type: string, status: string, more: object = {}) => ({ type, status, ...more })

/** A website of generation 3. */
function site(conditions: readonly object[], status: object = {}): Website {
  return website('blog', '5', { metadata: { ...website().metadata, generation: 3 }, status: { conditions, ...status } })
}

describe('conditions to wait for', () => {
  const cases: { name: string; wanted: WaitCondition; object: Website; met: boolean; seen: string }[] = [
    {
      name: 'a condition that holds',
      wanted: ready,
      object: site([condition('Ready', 'True')]),
      met: true,
      seen: 'Ready=True',
    },
    {
      name: 'one that does not',
      wanted: available,
      object: site([condition('Available', 'False', { reason: 'Few', message: '1 of 3' })]),
      met: false,
      seen: 'Available=False (Few: 1 of 3)',
    },
    {
      name: 'one that is missing',
      wanted: established,
      object: site([condition('Ready', 'True')]),
      met: false,
      seen: 'it has no condition Established',
    },
    { name: 'no status at all', wanted: ready, object: website(), met: false, seen: 'it has no condition Ready' },
    {
      name: 'a wanted False',
      wanted: conditionIs('Ready', 'False'),
      object: site([condition('Ready', 'False')]),
      met: true,
      seen: 'Ready=False',
    },
    {
      name: 'a condition for an older generation',
      wanted: ready,
      object: site([condition('Ready', 'True', { observedGeneration: 2 })]),
      met: false,
      seen: 'Ready=True, for an older generation',
    },
    {
      name: 'a status for an older generation',
      wanted: available,
      object: site([condition('Available', 'True')], { observedGeneration: 2 }),
      met: false,
      seen: 'Available=True, for an older generation',
    },
    {
      name: 'a status judged from the current state',
      wanted: available,
      object: site([condition('Available', 'True')], { observedGeneration: 3 }),
      met: true,
      seen: 'Available=True',
    },
  ]
  it.each(cases)('judge $name', ({ wanted, object, met, seen }) => {
    expect([wanted.isMet(object), wanted.describe?.(object)]).toEqual([met, seen])
  })

  it('know that a failed Job will not complete', () => {
    expect(complete.hopeless?.(site([condition('Failed', 'True', { reason: 'BackoffLimitExceeded' })]))).toBe(
      'Failed=True (BackoffLimitExceeded)',
    )
    expect(complete.hopeless?.(site([condition('Failed', 'False')]))).toBeUndefined()
  })
})
