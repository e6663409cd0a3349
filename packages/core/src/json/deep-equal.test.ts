import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepClone } from './deep-clone.ts'
import { deepEqual } from './deep-equal.ts'

describe('deepEqual', () => {
  const parse = (text: string): unknown => JSON.parse(text)
  const cases: readonly { name: string; left: unknown; right: unknown; equal: boolean }[] = [
    { name: 'another order of keys', left: { a: 1, b: 2 }, right: { b: 2, a: 1 }, equal: true },
    { name: 'another order of items', left: [1, 2], right: [2, 1], equal: false },
    { name: 'an additional member', left: { a: 1 }, right: { a: 1, b: 2 }, equal: false },
    { name: 'a missing member', left: { a: 1, b: 2 }, right: { a: 1 }, equal: false },
    { name: 'as many members with other names', left: { a: 1, b: 2 }, right: { a: 1, c: 2 }, equal: false },
    { name: 'an additional item', left: [1], right: [1, 2], equal: false },
    { name: 'undefined and absent', left: { a: 1, b: undefined }, right: { a: 1 }, equal: true },
    { name: 'absent and undefined', left: { a: 1 }, right: { a: 1, b: undefined }, equal: true },
    { name: 'two different undefined members', left: { a: undefined }, right: { b: undefined }, equal: true },
    { name: 'undefined and a value', left: { a: undefined, b: 1 }, right: { a: 1, b: undefined }, equal: false },
    { name: 'null and absent', left: { a: null }, right: {}, equal: false },
    { name: 'null and an object', left: null, right: {}, equal: false },
    { name: 'an object and a list', left: {}, right: [], equal: false },
    { name: 'a list and an object with its indexes', left: [1], right: { 0: 1 }, equal: false },
    { name: 'a number and its text', left: 1, right: '1', equal: false },
    { name: 'zero and minus zero', left: 0, right: -0, equal: true },
    { name: 'NaN and NaN', left: { a: Number.NaN }, right: { a: Number.NaN }, equal: true },
    { name: 'NaN and the text NaN', left: Number.NaN, right: 'NaN', equal: false },
    { name: 'a member named __proto__ and none', left: parse('{"__proto__":{}}'), right: { a: {} }, equal: false },
    { name: 'no member and one named __proto__', left: { a: {} }, right: parse('{"__proto__":{}}'), equal: false },
    { name: 'members named __proto__', left: parse('{"__proto__":1}'), right: parse('{"__proto__":1}'), equal: true },
    { name: 'a member named like a method', left: parse('{"toString":1}'), right: {}, equal: false },
  ]

  it.each(cases)('is $equal for $name', ({ left, right, equal }) => {
    expect([deepEqual(left, right), deepEqual(right, left)]).toEqual([equal, equal])
  })

  it('agrees with util.isDeepStrictEqual for random JSON values', () => {
    const leaf = fc.constantFrom<unknown>(null, true, 0, 1, '', 'a')
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
      object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
    }))
    fc.assert(
      fc.property(value, value, (left, right) => {
        const [one, other] = [deepClone(left), deepClone(right)] // fast-check's objects may lack a prototype
        expect(deepEqual(one, other)).toBe(isDeepStrictEqual(one, other))
        expect(deepEqual(one, deepClone(one))).toBe(true)
      }),
    )
  })
})
