import { describe, expect, it } from 'vitest'
import { type MergeSchema, mergeRule } from './merge-rule.ts'
import { strategicMerge } from './strategic-merge.ts'

const item: MergeSchema = { properties: { name: {}, value: {}, tags: { 'x-kubernetes-patch-strategy': 'merge' } } }
const schema: MergeSchema = {
  properties: {
    labels: { additionalProperties: {} },
    source: { 'x-kubernetes-patch-strategy': 'replace', properties: { a: {} } },
    args: {},
    tags: { 'x-kubernetes-patch-strategy': 'merge', items: {} },
    items: { 'x-kubernetes-patch-strategy': 'merge', 'x-kubernetes-patch-merge-key': 'name', items: item },
  },
}
const rule = mergeRule(schema, (one) => one)
const merge = (original: object, patch: object) =>
  strategicMerge(structuredClone(original) as never, structuredClone(patch) as never, rule)
const named = (...names: string[]) => names.map((name) => ({ name }))

/** All of it as kube-apiserver 1.36.4 does it. */
describe('strategicMerge', () => {
  it.each([
    [
      'merges maps and takes away what is null',
      { labels: { a: 1, b: 2 } },
      { labels: { a: null } },
      { labels: { b: 2 } },
    ],
    ['replaces where the schema says so', { source: { a: 1 } }, { source: { b: 1 } }, { source: { b: 1 } }],
    ['replaces lists nothing is said of', { args: [1, 2] }, { args: [3] }, { args: [3] }],
    ['adds plain values', { tags: ['a'] }, { tags: ['b', 'a'] }, { tags: ['b', 'a'] }],
    ['takes plain values away', { tags: ['a', 'b'] }, { '$deleteFromPrimitiveList/tags': ['a'] }, { tags: ['b'] }],
    [
      'merges items of one name',
      { items: [{ name: 'a', value: 1 }] },
      { items: [{ name: 'a', x: 2 }] },
      { items: [{ name: 'a', value: 1, x: 2 }] },
    ],
    ['puts new items first', { items: named('a') }, { items: named('b') }, { items: named('b', 'a') }],
    ['deletes items', { items: named('a', 'b') }, { items: [{ name: 'a', $patch: 'delete' }] }, { items: named('b') }],
    [
      'replaces all items',
      { items: named('a') },
      { items: [{ $patch: 'replace' }, { name: 'b' }] },
      { items: named('b') },
    ],
    ['keeps a deletion in a list that is new', {}, { items: [{ name: 'a', $patch: 'delete' }] }, { items: [] }],
    ['replaces a map', { labels: { a: 1 } }, { labels: { $patch: 'replace', b: 2 } }, { labels: { b: 2 } }],
    ['drops a replacement of nothing', {}, { labels: { $patch: 'replace', b: 2 } }, {}],
    ['empties a map', { labels: { a: 1 } }, { labels: { $patch: 'delete' } }, { labels: {} }],
    ['keeps only some fields', { labels: {}, args: [] }, { $retainKeys: ['args'], args: [1] }, { args: [1] }],
    [
      'orders by the patch',
      { items: named('a', 'b') },
      { '$setElementOrder/items': named('b', 'a') },
      { items: named('b', 'a') },
    ],
    [
      'lets an order of nothing stand',
      { items: named('a', 'b') },
      { '$setElementOrder/items': [] },
      { items: named('a', 'b') },
    ],
    ['drops nulls in what is new', {}, { labels: { a: null, b: 1 } }, { labels: { b: 1 } }],
  ])('%s', (_, original, patch, expected) => {
    expect(merge(original, patch)).toEqual(expected)
  })

  it.each([
    [{ items: [{ value: 1 }] }, 500, 'map: map[value:1] does not contain declared merge key: name'],
    [{ $patch: 'foo' }, 500, 'unknown patch type: foo in map: map[$patch:foo]'],
    [{ items: [{ name: 'a', $patch: 'merge' }] }, 500, 'merging lists cannot yet be specified in the patch'],
    [{ $retainKeys: 5 }, 400, 'invalid patch format of retainKeys'],
    [{ $retainKeys: ['a'], args: [1] }, 400, 'invalid patch format of retainKeys'],
    [{ '$setElementOrder/items': 5 }, 500, 'expected a []interface {}, but received a int64'],
    [
      { items: named('a', 'b'), '$setElementOrder/items': named('b', 'a') },
      500,
      "The order in patch list:\n[map[name:a] map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:b] map[name:a]]\n",
    ],
    [{ tags: [['x']] }, 422, 'the server rejected our request due to an error in our request'],
    [{ tags: [1, 'x'] }, 500, 'list element types are not identical: [[x] [1 x]]'],
  ])('refuses %o', (patch, code, message) => {
    const refused = expect.objectContaining({ message, status: expect.objectContaining({ code }) as unknown })
    expect(() => merge({ items: named('a'), tags: ['x'] }, patch)).toThrow(refused)
  })
})
