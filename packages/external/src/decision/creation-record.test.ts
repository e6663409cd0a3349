import { expect, it } from 'vitest'
import { creationOf, creationSteps, formatCreation, hiddenForMs, parseCreation } from './creation-record.ts'

it.each(creationSteps)('a creation record with the step %s survives format and parse', (step) => {
  const record = { step, at: 1_767_225_600_123, attempt: 'a-1' }
  expect(parseCreation(formatCreation(record))).toEqual(record)
})

it.each([
  [undefined, 'None'],
  ['begun 2026-01-01T00:00:00.000000Z', 'Begun'],
  ['failed 2026-01-01T00:00:00.000000Z', 'None'],
  ['succeeded 2026-01-01T00:00:00.000000Z', 'Done'],
  ['adopted yesterday', 'Done'],
  ['removed', 'Removed'],
  ['', 'Begun'],
  ['SUCCEEDED', 'Begun'],
])('annotation %j is parsed as %s: an unreadable one never leads to a second create', (annotation, creation) => {
  expect(creationOf(parseCreation(annotation))).toBe(creation)
})

it.each([
  { step: 'begun' as const, now: 1_000, left: 9_000 },
  { step: 'succeeded' as const, now: 4_000, left: 6_000 },
  { step: 'succeeded' as const, now: 20_000, left: 0 },
  { step: 'adopted' as const, now: 1_000, left: 0 },
  { step: 'begun' as const, now: -50_000, left: 10_000 }, // the clock was set back
])(
  'a resource whose creation record says $step at 0 may be hidden for $left ms more at $now',
  ({ step, now, left }) => {
    expect(hiddenForMs({ step, at: 0 }, now, 10_000)).toBe(left)
  },
)

it('a creation record keeps how many times the resource was created without ever being observed', () => {
  const record = { step: 'begun', at: 0, attempt: 'r-1', unseen: 3 } as const
  expect(formatCreation(record)).toBe('begun 1970-01-01T00:00:00.000000Z r-1 unseen-3')
  expect(parseCreation(formatCreation(record))).toEqual(record)
  expect(parseCreation(formatCreation({ step: 'succeeded', at: 0, unseen: 4 }))).toEqual({
    step: 'succeeded',
    at: 0,
    unseen: 4,
  })
})
