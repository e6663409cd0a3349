import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listWithoutManagedFields, nextPageToken } from './list-scanner.ts'

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('],', '}],', '],"items":[', '"metadata":{', '\\', '"', '}', '{', 'é😀'),
)
const key = fc.oneof(
  fc.constantFrom('name', 'managedFields', 'metadata', 'items', 'spec', 'labels', 'continue', ''),
  text,
)
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value
const plainKey = fc.constantFrom('name', 'labels', 'managedFields', 'finalizers', 'uid', 'a')
const item = fc.record({
  metadata: fc.dictionary(plainKey, value, { minKeys: 1, maxKeys: 5 }),
  spec: fc.dictionary(key, value, { maxKeys: 4 }),
})

function without(list: { items: { metadata: Record<string, unknown> }[] }): object {
  const copy = structuredClone(list)
  for (const { metadata } of copy.items) delete metadata.managedFields
  return copy
}

describe('listWithoutManagedFields', () => {
  it('removes managedFields of items and nothing else, for random lists', () => {
    let answered = 0
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), fc.boolean(), (items, metaFirst) => {
        const metadata = { resourceVersion: '1', continue: 'x' }
        const list = metaFirst ? { kind: 'List', metadata, items } : { items, metadata }
        const cut = listWithoutManagedFields(Buffer.from(JSON.stringify(list)))
        if (cut === undefined) return
        answered++
        expect(JSON.parse(cut.text)).toEqual(JSON.parse(JSON.stringify(without(list))))
        expect(cut.cuts).toHaveLength(items.length)
      }),
      { numRuns: 1_500, seed: 3 },
    )
    // An implementation that always returned undefined would also pass.
    expect(answered).toBeGreaterThan(1_000)
  })

  it.each([
    '{"items":[]}',
    '{"items":null}',
    '{"items":[1]}',
    '{"items":[{}],"metadata":{"name":"a"}}',
    '{"items":[{"a":1}],"metadata":{"managedFields":[]}}',
    '{"metadata":{}}',
    '{"items":[{"metadata":{"name":"a"}}',
    '[]',
    '',
  ])('returns undefined for %s', (list) => {
    expect(listWithoutManagedFields(Buffer.from(list))).toBeUndefined()
  })
})

describe('nextPageToken', () => {
  const cases = [
    { list: { kind: 'PodList', metadata: { resourceVersion: '1', continue: 'abc"\\' }, items: [] }, token: 'abc"\\' },
    {
      list: { items: [{ metadata: { continue: 'not this one' } }], metadata: { continue: 'this one' } },
      token: 'this one',
    },
    { list: { metadata: { continue: '' }, items: [] }, token: undefined },
    { list: { metadata: {}, items: [] }, token: undefined },
    { list: { metadata: null, items: [] }, token: undefined },
    { list: { items: [{ metadata: { continue: 'x' } }] }, token: undefined },
    { list: [], token: undefined },
  ]
  it.each(cases)('returns $token', ({ list, token }) => {
    expect(nextPageToken(Buffer.from(JSON.stringify(list)))).toBe(token)
  })

  it('returns undefined for text that is no list', () => {
    expect(['', '<html>', '{"metadata":{"continue":"x"'].map((text) => nextPageToken(Buffer.from(text)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it.each(['tru', '"\\u12"', '01'])('returns undefined for malformed metadata: %s', (value) => {
    expect(nextPageToken(Buffer.from(`{"metadata":{"continue":${value}},"items":[]}`))).toBeUndefined()
  })
})
