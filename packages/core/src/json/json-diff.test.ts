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
    { name: 'nothing', from: { a: [1, { b: 2 }] }, to: { a: [1, { b: 2 }] }, patch: [] },
    { name: 'another type', from: { a: 1 }, to: [1], patch: [{ op: 'replace', path: '', value: [1] }] },
    {
      name: 'members, each on its own',
      from: { keep: 1, change: 1, drop: 1 },
      to: { keep: 1, change: 2, add: 3 },
      patch: [
        { op: 'replace', path: '/change', value: 2 },
        { op: 'remove', path: '/drop' },
        { op: 'add', path: '/add', value: 3 },
      ],
    },
    {
      name: 'all members of an object, so that others may add theirs',
      from: { labels: { a: '1' } },
      to: { labels: { b: '1' } },
      patch: [
        { op: 'remove', path: '/labels/a' },
        { op: 'add', path: '/labels/b', value: '1' },
      ],
    },
    {
      name: 'a member that is undefined as absent',
      from: { a: undefined, b: 1, c: 1 },
      to: { a: 1, b: undefined, c: 1 },
      patch: [
        { op: 'remove', path: '/b' },
        { op: 'add', path: '/a', value: 1 },
      ],
    },
    { name: 'a key with a slash', from: { 'a/b': 1 }, to: {}, patch: [{ op: 'remove', path: '/a~1b' }] },
    { name: 'null and absent', from: { a: null }, to: {}, patch: [{ op: 'remove', path: '/a' }] },
    { name: 'an item more', from: [1, 2, 4], to: [1, 2, 3, 4], patch: [{ op: 'add', path: '/2', value: 3 }] },
    { name: 'an item less', from: [1, 2, 3], to: [1, 3], patch: [{ op: 'remove', path: '/1' }] },
    {
      name: 'an item in place of another',
      from: [1, 22, 3],
      to: [1, 44, 3],
      patch: [{ op: 'replace', path: '/1', value: 44 }],
    },
    {
      name: 'an emptied list',
      from: { a: [1, 2, 3] },
      to: { a: [] },
      patch: [{ op: 'replace', path: '/a', value: [] }],
    },
    {
      name: 'an item by its name, though its place changed',
      from: { containers: named('a', 'b', 'c') },
      to: { containers: [{ name: 'x', image: 'x:1' }, ...named('a', 'b'), { name: 'c', image: 'c:2' }] },
      patch: [
        { op: 'add', path: '/containers/0', value: { name: 'x', image: 'x:1' } },
        { op: 'replace', path: '/containers/3/image', value: 'c:2' },
      ],
    },
    {
      name: 'an item without a name by what it says',
      from: { rules: [{ host: 'a', paths: ['/', '/x', '/y'] }, { host: 'b' }] },
      to: { rules: [{ host: 'a', paths: ['/', '/y'] }, { host: 'b' }] },
      patch: [{ op: 'remove', path: '/rules/0/paths/1' }],
    },
    {
      name: 'each item on its own where all stay, though the whole were shorter',
      from: [{ type: 'A', x: 1, y: 1 }],
      to: [{ type: 'A', x: 2, y: 2 }],
      patch: [
        { op: 'replace', path: '/0/x', value: 2 },
        { op: 'replace', path: '/0/y', value: 2 },
      ],
    },
    {
      name: 'a list that changed throughout as a whole',
      from: [1, 2, 3, 4],
      to: [5, 6, 7, 8],
      patch: [{ op: 'replace', path: '', value: [5, 6, 7, 8] }],
    },
  ]

  it.each(cases)('says $name', ({ from, to, patch }) => {
    expect(diffJson(deepFreeze(from), deepFreeze(to))).toEqual(patch)
    expect(applyJsonPatch(from, patch)).toEqual(JSON.parse(JSON.stringify(to)))
  })

  it.each([
    { name: 'with names', items: Array.from({ length: 143 }, (_, index) => ({ name: `item-${index}`, value: index })) },
    { name: 'without names', items: Array.from({ length: 143 }, (_, index) => ({ path: `/${index}`, code: index })) },
    { name: 'of text', items: Array.from({ length: 143 }, (_, index) => `item ${index}`) },
  ])('takes one operation to drop one of 143 items $name', ({ items }) => {
    expect(diffJson(items, items.toSpliced(70, 1))).toEqual([{ op: 'remove', path: '/70' }])
  })

  it('finds a few changes in a very long list', () => {
    const items = Array.from({ length: 50_000 }, (_, index) => index)
    const changed = items.toSpliced(10, 1).toSpliced(25_000, 0, -1).toSpliced(49_000, 1)
    expect(diffJson(items, changed)).toHaveLength(3)
  })

  it('replaces two very long lists that have nothing in common', () => {
    const ascending = Array.from({ length: 20_000 }, (_, index) => index)
    const others = ascending.map((number) => -number - 1)
    expect(diffJson(ascending, others)).toEqual([{ op: 'replace', path: '', value: others }])
  })

  it('leads from any document to any other', () => {
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

  it('leads from any list to any other with the same few items, in no more operations than a human needs', () => {
    const list = fc.array(fc.constantFrom(a, b, c, d), { maxLength: 12 })
    fc.assert(
      fc.property(list, list, (from, to) => {
        const patch = diffJson(from, to)
        expect(applyJsonPatch(from, patch)).toEqual(to)
        expect(patch.length).toBeLessThanOrEqual(editDistance(from, to))
      }),
    )
  })

  it('changes neighbours in place, and adds or drops only what is left', () => {
    const paths = (to: JsonValue) => diffJson([a, '1', '2', b, '3', d, d], to).map(({ op, path }) => `${op} ${path}`)
    expect(paths([a, '8', '9', b, '3', d, d])).toEqual(['replace /1', 'replace /2'])
    expect(paths([a, '8', b, '9', '7', d, d])).toEqual(['replace /1', 'remove /2', 'replace /3', 'add /4'])
  })

  it('leads from any list of named items to any other', () => {
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

/** How many items must at least be removed or added. */
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
