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
      name: 'reports the second of three equal items only',
      schema: set,
      value: ['a', 'a', 'a'],
      says: ['[1]: Duplicate value: "a"'],
    },
    { name: 'distinguishes a number from a string', schema: set, value: [1, '1', '[1]', [1]], says: [] },
    {
      name: 'compares the items of a list map by all of its keys',
      schema: map,
      value: [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
        { name: 'a', port: 1 },
      ],
      says: ['[2]: Duplicate value: {"name":"a","port":1}'],
    },
    { name: 'treats two missing keys as equal', schema: map, value: [{}, {}], says: ['[1]: Duplicate value: {}'] },
    {
      name: 'requires objects in a list map',
      schema: map,
      value: ['a'],
      says: ['[0]: Invalid value: "a": must be an object for an array of list-type map'],
    },
    {
      name: 'validates nested fields and map values',
      schema: { type: 'object', properties: { m: { type: 'object', additionalProperties: set } } },
      value: { m: { x: ['a', 'a'] } },
      says: ['m[x][1]: Duplicate value: "a"'],
    },
    {
      name: 'allows duplicates in atomic lists',
      schema: { ...set, 'x-kubernetes-list-type': 'atomic' },
      value: ['a', 'a'],
      says: [],
    },
  ]

  it.each(cases)('$name', ({ schema, value, says }) => {
    expect(validateListTypes(value, schema).map(formatProblem)).toEqual(says)
  })
})
