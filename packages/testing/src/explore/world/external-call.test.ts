import { describe, expect, it } from 'vitest'
import { inventoryOf } from './external-call.ts'

describe('what a thing outside holds', () => {
  it.each([
    ['a list, in whichever order it came', { inventory: () => ['b', 'a'] }, '["a","b"]'],
    ['a list of things', { inventory: () => [{ id: 2 }, { id: 1 }] }, '[{"id":1},{"id":2}]'],
    ['the same thing twice', { inventory: () => ['a', 'a'] }, '["a","a"]'],
    ['lists within, as they are', { inventory: () => [{ rules: ['b', 'a'] }] }, '[{"rules":["b","a"]}]'],
    ['a list under a name, as it is', { inventory: () => ({ rules: ['b', 'a'] }) }, '{"rules":["b","a"]}'],
    [
      'a map',
      {
        inventory: () =>
          new Map([
            ['b', 1],
            ['a', 2],
          ]),
      },
      '[["a",2],["b",1]]',
    ],
    ['nothing', { inventory: () => undefined }, 'nothing'],
    ['its own fields', { zones: new Set(['b', 'a']), count: 2, add() {} }, '{"zones":["a","b"],"count":2}'],
  ])('is %s', (_, external, held) => {
    expect(inventoryOf(external)).toBe(held)
  })
})
