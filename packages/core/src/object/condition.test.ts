import { describe, expect, it } from 'vitest'
import {
  type Condition,
  type ConditionChange,
  findCondition,
  isConditionFalse,
  isConditionTrue,
  no,
  removeCondition,
  setCondition,
  unknown,
  yes,
} from './condition.ts'
import { deepFreeze } from '../json/deep-freeze.ts'

const [monday, tuesday] = [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 6)]

const starting: Condition = {
  type: 'Ready',
  status: 'False',
  reason: 'Starting',
  message: '0 of 2',
  lastTransitionTime: '2026-01-05T00:00:00Z',
  observedGeneration: 1,
}
const verified: Condition = { ...starting, type: 'Verified', status: 'True', reason: 'Answered', message: '' }
const conditions = deepFreeze([starting, verified])

describe('yes(), no() and unknown()', () => {
  it('return status, reason and an optional message', () => {
    expect([yes('Serving'), no('Starting', '0 of 2'), unknown('Asking')]).toEqual([
      { status: 'True', reason: 'Serving' },
      { status: 'False', reason: 'Starting', message: '0 of 2' },
      { status: 'Unknown', reason: 'Asking' },
    ])
  })
})

describe('setCondition', () => {
  const cases: readonly { name: string; change: ConditionChange; becomes: Condition }[] = [
    {
      name: 'sets the time of a new status',
      change: { type: 'Ready', ...yes('Serving', '2 of 2'), observedGeneration: 2 },
      becomes: {
        type: 'Ready',
        status: 'True',
        reason: 'Serving',
        message: '2 of 2',
        lastTransitionTime: '2026-01-06T00:00:00Z',
        observedGeneration: 2,
      },
    },
    {
      name: 'keeps the time with a new reason',
      change: { type: 'Ready', ...no('Waiting', '1 of 2'), observedGeneration: 1 },
      becomes: { ...starting, reason: 'Waiting', message: '1 of 2' },
    },
    {
      name: 'updates observedGeneration alone',
      change: { type: 'Ready', ...no('Starting', '0 of 2'), observedGeneration: 2 },
      becomes: { ...starting, observedGeneration: 2 },
    },
    {
      name: 'clears an omitted message',
      change: { type: 'Ready', ...no('Starting'), observedGeneration: 1 },
      becomes: { ...starting, message: '' },
    },
  ]

  it.each(cases)('$name, keeping the position', ({ change, becomes }) => {
    expect(setCondition(conditions, change, tuesday)).toEqual([becomes, verified])
  })

  it('removes observedGeneration if the change has none', () => {
    const [ready] = setCondition(conditions, { type: 'Ready', ...no('Starting', '0 of 2') }, tuesday)
    expect(ready).not.toHaveProperty('observedGeneration')
  })

  it('returns the same list instance when nothing changes', () => {
    const change = { type: 'Ready', ...no('Starting', '0 of 2'), observedGeneration: 1 }
    expect(setCondition(conditions, change, tuesday)).toBe(conditions)
  })

  it('appends a new type with the current time', () => {
    const added = setCondition(conditions, { type: 'Paused', ...unknown('Asking') }, tuesday)
    expect(added.map(({ type }) => type)).toEqual(['Ready', 'Verified', 'Paused'])
    expect(added[2]).toEqual({
      type: 'Paused',
      status: 'Unknown',
      reason: 'Asking',
      message: '',
      lastTransitionTime: '2026-01-06T00:00:00Z',
    })
  })

  it('accepts an undefined list', () => {
    expect(setCondition(undefined, { type: 'Ready', ...yes('Serving') }, monday)).toHaveLength(1)
  })

  it('keeps unknown fields', () => {
    const node = [{ ...starting, lastHeartbeatTime: '2026-01-05T00:00:00Z' }]
    const [ready] = setCondition(node, { type: 'Ready', ...yes('Serving') }, tuesday)
    expect(ready).toMatchObject({ status: 'True', lastHeartbeatTime: '2026-01-05T00:00:00Z' })
  })
})

describe('condition lists', () => {
  it('are searched by type', () => {
    expect([
      findCondition(conditions, 'Verified'),
      findCondition(conditions, 'Paused'),
      findCondition(undefined, 'Ready'),
    ]).toEqual([verified, undefined, undefined])
  })

  it('are filtered by type, and returned as the same instance if nothing is removed', () => {
    expect(removeCondition(conditions, 'Ready')).toEqual([verified])
    expect(removeCondition(conditions, 'Paused')).toBe(conditions)
    expect(removeCondition(undefined, 'Ready')).toEqual([])
  })

  it.each([
    { type: 'Verified', is: [true, false] },
    { type: 'Ready', is: [false, true] },
    { type: 'Asked', is: [false, false] },
    { type: 'Paused', is: [false, false] },
  ])('status of $type: true, false or neither', ({ type, is }) => {
    const all = [...conditions, { ...verified, type: 'Asked', status: 'Unknown' as const }]
    expect([isConditionTrue(all, type), isConditionFalse(all, type)]).toEqual(is)
  })
})
