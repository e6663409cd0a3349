import { describe, expect, it } from 'vitest'
import { type Website, website } from '../testing/kinds.ts'
import { available, complete, conditionIs, established, ready, type WaitCondition } from './wait-condition.ts'

const condition = (type: string, status: string, more: object = {}) => ({ type, status, ...more })

/** A website of generation 3. */
function site(conditions: readonly object[], status: object = {}): Website {
  return website('blog', '5', { metadata: { ...website().metadata, generation: 3 }, status: { conditions, ...status } })
}

describe('wait conditions', () => {
  const cases: { name: string; wanted: WaitCondition; object: Website; met: boolean; seen: string }[] = [
    {
      name: 'a condition that is True',
      wanted: ready,
      object: site([condition('Ready', 'True')]),
      met: true,
      seen: 'Ready=True',
    },
    {
      name: 'a condition that is False',
      wanted: available,
      object: site([condition('Available', 'False', { reason: 'Few', message: '1 of 3' })]),
      met: false,
      seen: 'Available=False (Few: 1 of 3)',
    },
    {
      name: 'a missing condition',
      wanted: established,
      object: site([condition('Ready', 'True')]),
      met: false,
      seen: 'it has no condition Established',
    },
    { name: 'a missing status', wanted: ready, object: website(), met: false, seen: 'it has no condition Ready' },
    {
      name: 'a condition expected to be False',
      wanted: conditionIs('Ready', 'False'),
      object: site([condition('Ready', 'False')]),
      met: true,
      seen: 'Ready=False',
    },
    {
      name: 'a condition of an older generation',
      wanted: ready,
      object: site([condition('Ready', 'True', { observedGeneration: 2 })]),
      met: false,
      seen: 'Ready=True, for an older generation',
    },
    {
      name: 'a status of an older generation',
      wanted: available,
      object: site([condition('Available', 'True')], { observedGeneration: 2 }),
      met: false,
      seen: 'Available=True, for an older generation',
    },
    {
      name: 'a status of the current generation',
      wanted: available,
      object: site([condition('Available', 'True')], { observedGeneration: 3 }),
      met: true,
      seen: 'Available=True',
    },
  ]
  it.each(cases)('evaluate $name', ({ wanted, object, met, seen }) => {
    expect([wanted.isMet(object), wanted.describe?.(object)]).toEqual([met, seen])
  })

  it('complete is impossible for a failed Job', () => {
    expect(complete.hopeless?.(site([condition('Failed', 'True', { reason: 'BackoffLimitExceeded' })]))).toBe(
      'Failed=True (BackoffLimitExceeded)',
    )
    expect(complete.hopeless?.(site([condition('Failed', 'False')]))).toBeUndefined()
  })
})
