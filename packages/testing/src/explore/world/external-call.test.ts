import { describe, expect, it } from 'vitest'
import { inventoryOf } from './external-call.ts'

describe('the recorded inventory of an external service', () => {
  it.each([
    ['a sorted list', { inventory: () => ['b', 'a'] }, '["a","b"]'],
    ['a sorted list of objects', { inventory: () => [{ id: 2 }, { id: 1 }] }, '[{"id":1},{"id":2}]'],
    ['a list with duplicates', { inventory: () => ['a', 'a'] }, '["a","a"]'],
    ['nested lists in their order', { inventory: () => [{ rules: ['b', 'a'] }] }, '[{"rules":["b","a"]}]'],
    ['a named list in its order', { inventory: () => ({ rules: ['b', 'a'] }) }, '{"rules":["b","a"]}'],
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
    ['undefined', { inventory: () => undefined }, 'nothing'],
    ['its own fields', { zones: new Set(['b', 'a']), count: 2, add() {} }, '{"zones":["a","b"],"count":2}'],
  ])('is %s', (_, external, held) => {
    expect(inventoryOf(external)).toBe(held)
  })
})
