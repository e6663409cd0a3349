import { expect, it } from 'vitest'
import type { EventEntry } from '@kubewright/dashboard/topics'
import type { PlainObject } from './plain-object.ts'
import { isExternal, transitionsOf } from './state-transitions.ts'

const event = (reason: string, at: string, type = 'Normal'): EventEntry => ({
  type,
  reason,
  message: reason,
  at,
  count: 1,
  from: 'x',
})

it('the state history is built from events, oldest first, without other reasons', () => {
  const events = [
    event('Succeeded', '3'),
    event('Creating', '1'),
    event('Adopted', '2'),
    event('Quota', '2', 'Warning'),
    event('Drifted', '4', 'Warning'),
  ]
  expect(transitionsOf(events).map(({ state }) => state)).toEqual(['Creating', 'Failed', 'Succeeded'])
})

it.each([
  [{ 'kubewright.dev/external-creation': 'x' }, true],
  [{ other: 'x' }, false],
  [undefined, false],
])('objects with the annotations %j are external: %j', (annotations, expected) => {
  expect(isExternal({ metadata: { name: 'a', uid: '1', annotations } } as PlainObject)).toBe(expected)
})
