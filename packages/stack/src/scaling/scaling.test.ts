import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAbnormality } from './metric-outlier.ts'
import { recommendResources } from './recommend-resources.ts'
import { replicasFor } from './replicas-for.ts'
import type { Sample } from './scaling-policy.ts'

const minute = 60_000
const policy = { metric: 'requests', target: 100, min: 2, max: 8 }
/** One sample a minute, the last one now. */
const every = (...values: number[]): Sample[] => values.map((value, at) => ({ at: at * minute, value }))
const replicas = (current: number, ...values: number[]) =>
  replicasFor(policy, { current, samples: every(...values), now: (values.length - 1) * minute })

describe('the replicas of a scaling policy', () => {
  it.each([
    { name: 'scale up at once', current: 2, values: [200, 590], expected: 6 },
    { name: 'stay within the limits', current: 2, values: [5000], expected: 8 },
    { name: 'stay while the metric is close to the target', current: 4, values: [420], expected: 4 },
    { name: 'stay while there are too few samples', current: 6, values: [100, 100], expected: 6 },
    {
      name: 'scale down when fewer replicas were enough for the whole window',
      current: 6,
      values: [600, 200, 200, 200, 200, 200, 200],
      expected: 2,
    },
    {
      name: 'stay at the highest count needed within the window',
      current: 6,
      values: [200, 200, 200, 500, 200, 200, 200],
      expected: 5,
    },
    { name: 'stay without samples', current: 3, values: [], expected: 3 },
  ])('$name', ({ current, values, expected }) => {
    expect(replicas(current, ...values)).toBe(expected)
  })

  it('never leave the limits, for any samples', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), fc.integer({ min: 0, max: 50 }), (values, current) => {
        const result = replicas(current, ...values)
        expect(result >= 2 && result <= 8 && Number.isInteger(result)).toBe(true)
      }),
    )
  })
})

it('resource recommendations follow the usage, in steps, once there are enough samples', () => {
  const cpu = every(...Array.from({ length: 20 }, (_, at) => (at === 5 ? 4 : 0.2)))
  const memory = every(...Array.from({ length: 20 }, () => 100 * 1024 * 1024))
  expect(recommendResources({ cpu, memory }, 1)).toEqual({
    requests: { cpu: '250m', memory: '128Mi' },
    limits: { memory: '160Mi' },
  })
  expect(recommendResources({ cpu: cpu.slice(0, 3), memory: [] }, 1)).toBeUndefined()
})

describe('an anomaly of a metric', () => {
  const usual = Array.from({ length: 30 }, (_, at) => 100 + (at % 5))
  it.each([
    { name: 'a value far above its past', values: [...usual, 200], expected: 'high' },
    { name: 'a value far below its past', values: [...usual, 1], expected: 'low' },
    {
      name: 'a second deviation after an earlier one',
      values: [...usual, 900, ...usual.slice(0, 5), 300],
      expected: 'high',
    },
  ])('is $name', ({ values, expected }) => {
    expect(findAbnormality({ metric: 'm' }, every(...values))?.direction).toBe(expected)
  })

  it.each([
    { name: 'a value like its past', values: [...usual, 104] },
    { name: 'a small change of a constant metric', values: [...usual.map(() => 50), 52] },
    { name: 'any value without a history', values: [1, 1000] },
  ])('is not $name', ({ values }) => {
    expect(findAbnormality({ metric: 'm' }, every(...values))).toBeUndefined()
  })
})
