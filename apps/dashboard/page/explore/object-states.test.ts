import { expect, it } from 'vitest'
import { statesAt } from './object-states.ts'

const sequence = {
  before: [{ name: 'sites default/blog', state: '{}' }],
  moments: [
    { type: 'quiet', text: '' },
    { type: 'call', text: '', objects: [{ name: 'secrets default/a', state: '{"a":1}' }] },
    { type: 'call', text: '', objects: [{ name: 'secrets default/a', state: '{"a":2}' }] },
    { type: 'call', text: '', objects: [{ name: 'secrets default/a', state: null }] },
    { type: 'quiet', text: '' },
  ],
} as const

it.each([
  [0, [['sites default/blog', undefined]]],
  [
    1,
    [
      ['secrets default/a', 'made'],
      ['sites default/blog', undefined],
    ],
  ],
  [
    2,
    [
      ['secrets default/a', 'changed'],
      ['sites default/blog', undefined],
    ],
  ],
  [
    3,
    [
      ['secrets default/a', 'gone'],
      ['sites default/blog', undefined],
    ],
  ],
  [4, [['sites default/blog', undefined]]],
] as const)('object states after moment %i', (at, expected) => {
  expect(statesAt(sequence, at).map(({ name, news }) => [name, news])).toEqual(expected)
})

it('object states include the state before', () => {
  expect(statesAt(sequence, 2)[0]).toMatchObject({ before: '{"a":1}', state: '{"a":2}' })
})
