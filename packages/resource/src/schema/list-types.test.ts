import type { JsonValue } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { validateListTypes } from './list-types.ts'
import { formatProblem } from './problem.ts'
import type { StructuralSchema } from './structural-schema.ts'

const set: StructuralSchema = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }
const map: StructuralSchema = {
  type: 'array',
  items: { type: 'object', properties: { name: { type: 'string' }, port: { type: 'integer' } } },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name', 'port'],
}

describe('validateListTypes', () => {
  const cases: readonly { name: string; schema: StructuralSchema; value: JsonValue; says: readonly string[] }[] = [
    { name: 'accepts a set without duplicates', schema: set, value: ['a', 'b'], says: [] },
    {
      name: 'names the second of two, and not the third',
      schema: set,
      value: ['a', 'a', 'a'],
      says: ['[1]: Duplicate value: "a"'],
    },
    { name: 'tells a number from its text', schema: set, value: [1, '1', '[1]', [1]], says: [] },
    {
      name: 'compares the items of a map by all of its keys',
      schema: map,
      value: [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
        { name: 'a', port: 1 },
      ],
      says: ['[2]: Duplicate value: {"name":"a","port":1}'],
    },
    { name: 'takes two absent keys for the same', schema: map, value: [{}, {}], says: ['[1]: Duplicate value: {}'] },
    {
      name: 'wants objects in a map',
      schema: map,
      value: ['a'],
      says: ['[0]: Invalid value: "a": must be an object for an array of list-type map'],
    },
    {
      name: 'looks into fields and map entries',
      schema: { type: 'object', properties: { m: { type: 'object', additionalProperties: set } } },
      value: { m: { x: ['a', 'a'] } },
      says: ['m[x][1]: Duplicate value: "a"'],
    },
    {
      name: 'lets atomic lists repeat themselves',
      schema: { ...set, 'x-kubernetes-list-type': 'atomic' },
      value: ['a', 'a'],
      says: [],
    },
  ]

  it.each(cases)('$name', ({ schema, value, says }) => {
    expect(validateListTypes(value, schema).map(formatProblem)).toEqual(says)
  })
})
