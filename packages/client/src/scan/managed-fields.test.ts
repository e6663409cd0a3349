import { describe, expect, it } from 'vitest'
import { findManagedFields } from './managed-fields.ts'
import { doubt } from './metadata-cursor.ts'

function find(text: string, length = Buffer.byteLength(text)) {
  return findManagedFields(Buffer.from(text), 0, length)
}

/** The text without the managed fields. */
function cutOut(text: string): string {
  const cut = find(text)
  if (cut === undefined || cut === doubt) return String(cut)
  return text.slice(0, cut[0]) + text.slice(cut[1])
}

describe('findManagedFields', () => {
  it.each([
    { name: 'last', text: '{"metadata":{"a":1,"managedFields":[1]},"s":1}', left: '{"metadata":{"a":1},"s":1}' },
    { name: 'first', text: '{"metadata":{"managedFields":[1],"a":1}}', left: '{"metadata":{"a":1}}' },
    {
      name: 'between others',
      text: '{"metadata":{"a":1,"managedFields":[],"b":2}}',
      left: '{"metadata":{"a":1,"b":2}}',
    },
    { name: 'alone', text: '{"metadata":{"managedFields":null}}', left: '{"metadata":{}}' },
  ])('removes managedFields with exactly one comma: $name', ({ text, left }) => {
    expect(cutOut(text)).toBe(left)
  })

  it.each([
    '{"metadata":{"name":"a"},"spec":{"managedFields":[1]}}',
    '{"metadata":{"labels":{"managedFields":"x"}}}',
    '{"spec":{"metadata":{"managedFields":[]}},"metadata":{"name":"a"}}',
  ])("ignores managedFields outside of the object's metadata: %s", (text) => {
    expect(find(text)).toBeUndefined()
  })

  it.each([
    '{"metadata":{"managedFields":[1]',
    '{"metadata":{"managedFields":[1}',
    '{"metadata":{"managedFields":[1]x}}',
    '{"metadata":{"managedFields" :[1]}}',
    '{"metadata":{"m\\u0061nagedFields":[1]}}',
    '{"metadata":{}}',
    '{"metadata":[]}',
    '{"kind":"x"}',
    '',
  ])('returns doubt for %s', (text) => {
    expect(find(text)).toBe(doubt)
  })

  it('does not read beyond the given length', () => {
    const text = '{"metadata":{"name":"a","managedFields":[1]}}'
    for (let length = 0; length < text.length - 1; length++) expect(find(text, length)).toBe(doubt)
    expect(cutOut(text)).toBe('{"metadata":{"name":"a"}}')
  })
})
