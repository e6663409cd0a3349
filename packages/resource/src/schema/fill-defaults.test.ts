import type { JsonValue } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { dropNulls, fillDefaults } from './fill-defaults.ts'
import type { StructuralSchema } from './structural-schema.ts'

const replicas: StructuralSchema = { type: 'integer', default: 1 }
const nested: StructuralSchema = { type: 'object', properties: { replicas } }

describe('fillDefaults', () => {
  const cases: readonly { name: string; schema: StructuralSchema; value: JsonValue; filled: JsonValue }[] = [
    { name: 'fills in a missing field', schema: nested, value: {}, filled: { replicas: 1 } },
    { name: 'keeps a present field', schema: nested, value: { replicas: 0 }, filled: { replicas: 0 } },
    { name: 'does not create a parent for its fields', schema: { properties: { n: nested } }, value: {}, filled: {} },
    {
      name: 'completes the default of a parent with the defaults of its fields',
      schema: { properties: { n: { ...nested, default: {} } } },
      value: {},
      filled: { n: { replicas: 1 } },
    },
    {
      name: 'fills in fields of list items',
      schema: { items: nested },
      value: [{}, { replicas: 2 }],
      filled: [{ replicas: 1 }, { replicas: 2 }],
    },
    {
      name: 'fills in fields of map values',
      schema: { additionalProperties: nested },
      value: { a: {} },
      filled: { a: { replicas: 1 } },
    },
    {
      name: 'replaces null where null is not allowed',
      schema: nested,
      value: { replicas: null },
      filled: { replicas: 1 },
    },
    {
      name: 'keeps null where it is allowed',
      schema: { properties: { replicas: { ...replicas, nullable: true } } },
      value: { replicas: null },
      filled: { replicas: null },
    },
    {
      name: 'treats undefined as missing',
      schema: nested,
      value: { replicas: undefined } as unknown as JsonValue,
      filled: { replicas: 1 },
    },
  ]

  it.each(cases)('$name', ({ schema, value, filled }) => {
    expect(fillDefaults(value, schema)).toEqual(filled)
  })

  it('returns a fresh copy of a default every time', () => {
    const schema: StructuralSchema = {
      properties: { list: { type: 'array', items: { type: 'string' }, default: ['a'] } },
    }
    const first = fillDefaults({}, schema) as { list: string[] }
    first.list.push('b')
    expect(fillDefaults({}, schema)).toEqual({ list: ['a'] })
  })

  it('does not change its input', () => {
    const value = {}
    fillDefaults(value, nested)
    expect(value).toEqual({})
  })
})

describe('dropNulls', () => {
  const schema: StructuralSchema = {
    type: 'object',
    properties: {
      plain: { type: 'string' },
      nullable: { type: 'string', nullable: true },
      defaulted: { type: 'string', default: 'x' },
    },
  }

  it('drops null from fields that neither allow it nor replace it', () => {
    const value = { plain: null, nullable: null, defaulted: null, unknown: null }
    expect(dropNulls(value, schema)).toEqual({ nullable: null, defaulted: null, unknown: null })
  })

  it('keeps null in lists, so that the indexes of other items stay', () => {
    expect(dropNulls([null, 'a'], { type: 'array', items: { type: 'string' } })).toEqual([null, 'a'])
  })
})
