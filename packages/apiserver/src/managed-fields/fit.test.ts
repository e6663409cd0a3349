import { describe, expect, it } from 'vitest'
import { assertFits } from './fit.ts'
import { shapeOfSchema } from './schema-shape.ts'

const text = { type: 'string' }
const shape = shapeOfSchema({
  type: 'object',
  properties: {
    name: text,
    count: { type: 'integer' },
    isOn: { type: 'boolean' },
    port: { 'x-kubernetes-int-or-string': true },
    words: { type: 'array', items: text },
    tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['id'],
      items: { type: 'object', properties: { id: text, size: { type: 'integer' } } },
    },
    whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { a: text } },
    labels: { type: 'object', additionalProperties: text },
    anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
})

describe('assertFits', () => {
  it('accepts values that match the schema, null, and any value of unknown fields', () => {
    const value = { name: 'a', count: 1.5, isOn: true, port: 'http', words: null, anything: { a: [{ b: 1 }] } }
    expect(() =>
      assertFits({ ...value, tags: ['a', 'b'], parts: [{ id: 'a' }, { id: 'b', size: 1 }] }, shape),
    ).not.toThrow()
  })

  it.each([
    { value: { name: 5 }, says: '.name: expected string, got &value.valueUnstructured{Value:5}' },
    { value: { count: 'x' }, says: '.count: expected numeric (int or float), got string' },
    { value: { isOn: 'yes' }, says: '.isOn: expected boolean, got &{yes}' },
    { value: { port: {} }, says: '.port: expected any scalar, got &{map[]}' },
    { value: { words: 'a b' }, says: '.words: expected list, got &{a b}' },
    { value: { words: ['a', 5] }, says: '.words[1]: expected string, got &value.valueUnstructured{Value:5}' },
    { value: { tags: ['a', 'a'] }, says: '.tags: duplicate entries for key [="a"]' },
    { value: { tags: [{}] }, says: ".tags: element 0: associative list without keys has an element that's a map type" },
    { value: { tags: [[]] }, says: '.tags: element 0: not supported: associative list with lists as elements' },
    {
      value: { tags: [null] },
      says: ".tags: element 0: associative list without keys has an element that's an explicit null",
    },
    {
      value: { parts: [{ id: 'a', size: 'x' }] },
      says: '.parts[id="a"].size: expected numeric (int or float), got string',
    },
    { value: { whole: { b: 1 } }, says: '.whole.b: field not declared in schema' },
    { value: { whole: [] }, says: '.whole: expected map, got &{[]}' },
    { value: { labels: { a: 1 } }, says: '.labels.a: expected string, got &value.valueUnstructured{Value:1}' },
    { value: 'text', says: 'expected map, got &{text}' },
  ])('reports the mismatch in $value', ({ value, says }) => {
    expect(() => assertFits(value, shape)).toThrow(expect.objectContaining({ message: says }))
  })

  it('reports all mismatches', () => {
    expect(() => assertFits({ name: 5, words: [1] }, shape)).toThrow(
      expect.objectContaining({
        message:
          'errors:\n  .name: expected string, got &value.valueUnstructured{Value:5}\n  .words[0]: expected string, got &value.valueUnstructured{Value:1}',
      }),
    )
  })
})
