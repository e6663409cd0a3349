import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepClone } from './deep-clone.ts'
import { deepFreeze } from './deep-freeze.ts'
import type { JsonValue } from './json.ts'
import { diffJson } from './json-diff.ts'
import { applyJsonPatch } from './json-patch.ts'
import type { JsonPatch } from './json-patch-operation.ts'

const named = (...names: string[]) => names.map((name) => ({ name, image: `${name}:1` }))

describe('diffJson', () => {
  const cases: readonly { name: string; from: JsonValue; to: JsonValue; patch: JsonPatch }[] = [
    { name: 'no operation for equal values', from: { a: [1, { b: 2 }] }, to: { a: [1, { b: 2 }] }, patch: [] },
    {
      name: 'a replacement for another type',
      from: { a: 1 },
      to: [1],
      patch: [{ op: 'replace', path: '', value: [1] }],
    },
    {
      name: 'one operation for each changed member',
      from: { keep: 1, change: 1, drop: 1 },
      to: { keep: 1, change: 2, add: 3 },
      patch: [
        { op: 'replace', path: '/change', value: 2 },
        { op: 'remove', path: '/drop' },
        { op: 'add', path: '/add', value: 3 },
      ],
    },
    {
      name: 'one operation per member if all change',
      from: { labels: { a: '1' } },
      to: { labels: { b: '1' } },
      patch: [
        { op: 'remove', path: '/labels/a' },
        { op: 'add', path: '/labels/b', value: '1' },
      ],
    },
    {
      name: 'an undefined member as absent',
      from: { a: undefined, b: 1, c: 1 },
      to: { a: 1, b: undefined, c: 1 },
      patch: [
        { op: 'remove', path: '/b' },
        { op: 'add', path: '/a', value: 1 },
      ],
    },
    {
      name: 'an escaped pointer for a key with /',
      from: { 'a/b': 1 },
      to: {},
      patch: [{ op: 'remove', path: '/a~1b' }],
    },
    { name: 'a removal for null against absent', from: { a: null }, to: {}, patch: [{ op: 'remove', path: '/a' }] },
    { name: 'an added item', from: [1, 2, 4], to: [1, 2, 3, 4], patch: [{ op: 'add', path: '/2', value: 3 }] },
    { name: 'a removed item', from: [1, 2, 3], to: [1, 3], patch: [{ op: 'remove', path: '/1' }] },
    {
      name: 'a replaced item',
      from: [1, 22, 3],
      to: [1, 44, 3],
      patch: [{ op: 'replace', path: '/1', value: 44 }],
    },
    {
      name: 'a replacement for an emptied list',
      from: { a: [1, 2, 3] },
      to: { a: [] },
      patch: [{ op: 'replace', path: '/a', value: [] }],
    },
    {
      name: 'a change of a moved item with a name',
      from: { containers: named('a', 'b', 'c') },
      to: { containers: [{ name: 'x', image: 'x:1' }, ...named('a', 'b'), { name: 'c', image: 'c:2' }] },
      patch: [
        { op: 'add', path: '/containers/0', value: { name: 'x', image: 'x:1' } },
        { op: 'replace', path: '/containers/3/image', value: 'c:2' },
      ],
    },
    {
      name: 'a change of an item without a name',
      from: { rules: [{ host: 'a', paths: ['/', '/x', '/y'] }, { host: 'b' }] },
      to: { rules: [{ host: 'a', paths: ['/', '/y'] }, { host: 'b' }] },
      patch: [{ op: 'remove', path: '/rules/0/paths/1' }],
    },
    {
      name: 'operations inside of items that remain',
      from: [{ type: 'A', x: 1, y: 1 }],
      to: [{ type: 'A', x: 2, y: 2 }],
      patch: [
        { op: 'replace', path: '/0/x', value: 2 },
        { op: 'replace', path: '/0/y', value: 2 },
      ],
    },
    {
      name: 'a replacement for an all-new list',
      from: [1, 2, 3, 4],
      to: [5, 6, 7, 8],
      patch: [{ op: 'replace', path: '', value: [5, 6, 7, 8] }],
    },
  ]

  it.each(cases)('yields $name', ({ from, to, patch }) => {
    expect(diffJson(deepFreeze(from), deepFreeze(to))).toEqual(patch)
    expect(applyJsonPatch(from, patch)).toEqual(JSON.parse(JSON.stringify(to)))
  })

  it.each([
    {
      name: 'identified by name',
      items: Array.from({ length: 143 }, (_, index) => ({ name: `item-${index}`, value: index })),
    },
    { name: 'without name', items: Array.from({ length: 143 }, (_, index) => ({ path: `/${index}`, code: index })) },
    { name: 'of strings', items: Array.from({ length: 143 }, (_, index) => `item ${index}`) },
  ])('removes one of 143 items $name with one operation', ({ items }) => {
    expect(diffJson(items, items.toSpliced(70, 1))).toEqual([{ op: 'remove', path: '/70' }])
  })

  it('finds three changes in a list of 50,000 items', () => {
    const items = Array.from({ length: 50_000 }, (_, index) => index)
    const changed = items.toSpliced(10, 1).toSpliced(25_000, 0, -1).toSpliced(49_000, 1)
    expect(diffJson(items, changed)).toHaveLength(3)
  })

  it('replaces a list of 20,000 items that has nothing in common with the other', () => {
    const ascending = Array.from({ length: 20_000 }, (_, index) => index)
    const others = ascending.map((number) => -number - 1)
    expect(diffJson(ascending, others)).toEqual([{ op: 'replace', path: '', value: others }])
  })

  it('yields a patch from any document to any other', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        // fast-check's objects may lack a prototype
        const [from, to] = [left, right].map((value) => deepFreeze(deepClone(value as JsonValue))) as [
          JsonValue,
          JsonValue,
        ]
        expect(applyJsonPatch(from, diffJson(from, to))).toEqual(to)
      }),
    )
  })

  // Long items, so that it never pays to replace the whole list.
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(2_000)) as [string, string, string, string]

  it('yields at most as many operations as the edit distance for random lists', () => {
    const list = fc.array(fc.constantFrom(a, b, c, d), { maxLength: 12 })
    fc.assert(
      fc.property(list, list, (from, to) => {
        const patch = diffJson(from, to)
        expect(applyJsonPatch(from, patch)).toEqual(to)
        expect(patch.length).toBeLessThanOrEqual(editDistance(from, to))
      }),
    )
  })

  it('replaces adjacent changed items in place, and adds or removes the difference', () => {
    const paths = (to: JsonValue) => diffJson([a, '1', '2', b, '3', d, d], to).map(({ op, path }) => `${op} ${path}`)
    expect(paths([a, '8', '9', b, '3', d, d])).toEqual(['replace /1', 'replace /2'])
    expect(paths([a, '8', b, '9', '7', d, d])).toEqual(['replace /1', 'remove /2', 'replace /3', 'add /4'])
  })

  it('yields a patch from any list of named items to any other', () => {
    const item = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      ports: fc.array(fc.nat(3), { maxLength: 3 }),
    })
    const list = fc.uniqueArray(item, { selector: ({ name }) => name, maxLength: 5 })
    fc.assert(
      fc.property(list, list, (from, to) => {
        expect(applyJsonPatch(from, diffJson(from, to))).toEqual(to)
      }),
    )
  })
})

/** The minimum number of removals and additions. */
function editDistance(from: readonly string[], to: readonly string[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, before] of from.entries()) {
    const next = [line + 1]
    for (const [index, after] of to.entries()) {
      next.push(before === after ? row[index]! : 1 + Math.min(row[index + 1]!, next[index]!))
    }
    row = next
  }
  return row.at(-1)!
}
