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

/** All as in kube-apiserver 1.36.4. */
describe('strategicMerge', () => {
  it.each([
    [
      'merges maps and removes members that are null',
      { labels: { a: 1, b: 2 } },
      { labels: { a: null } },
      { labels: { b: 2 } },
    ],
    ['replaces maps with patch strategy replace', { source: { a: 1 } }, { source: { b: 1 } }, { source: { b: 1 } }],
    ['replaces atomic lists', { args: [1, 2] }, { args: [3] }, { args: [3] }],
    ['merges lists of primitives', { tags: ['a'] }, { tags: ['b', 'a'] }, { tags: ['b', 'a'] }],
    [
      'removes primitives with $deleteFromPrimitiveList',
      { tags: ['a', 'b'] },
      { '$deleteFromPrimitiveList/tags': ['a'] },
      { tags: ['b'] },
    ],
    [
      'merges items with the same merge key',
      { items: [{ name: 'a', value: 1 }] },
      { items: [{ name: 'a', x: 2 }] },
      { items: [{ name: 'a', value: 1, x: 2 }] },
    ],
    ['prepends new items', { items: named('a') }, { items: named('b') }, { items: named('b', 'a') }],
    [
      'deletes items with $patch: delete',
      { items: named('a', 'b') },
      { items: [{ name: 'a', $patch: 'delete' }] },
      { items: named('b') },
    ],
    [
      'replaces a list with $patch: replace',
      { items: named('a') },
      { items: [{ $patch: 'replace' }, { name: 'b' }] },
      { items: named('b') },
    ],
    ['drops a deletion in a new list', {}, { items: [{ name: 'a', $patch: 'delete' }] }, { items: [] }],
    [
      'replaces a map with $patch: replace',
      { labels: { a: 1 } },
      { labels: { $patch: 'replace', b: 2 } },
      { labels: { b: 2 } },
    ],
    ['drops $patch: replace of a missing map', {}, { labels: { $patch: 'replace', b: 2 } }, {}],
    ['empties a map with $patch: delete', { labels: { a: 1 } }, { labels: { $patch: 'delete' } }, { labels: {} }],
    [
      'keeps only the fields in $retainKeys',
      { labels: {}, args: [] },
      { $retainKeys: ['args'], args: [1] },
      { args: [1] },
    ],
    [
      'orders items by $setElementOrder',
      { items: named('a', 'b') },
      { '$setElementOrder/items': named('b', 'a') },
      { items: named('b', 'a') },
    ],
    [
      'ignores an empty $setElementOrder',
      { items: named('a', 'b') },
      { '$setElementOrder/items': [] },
      { items: named('a', 'b') },
    ],
    ['drops nulls in new maps', {}, { labels: { a: null, b: 1 } }, { labels: { b: 1 } }],
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
