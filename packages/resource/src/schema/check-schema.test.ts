import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSchema } from './check-schema.ts'
import { fieldAt } from './field-path.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { structuralSchema } from './structural-schemas.arbitrary.ts'

describe('checkSchema', () => {
  it('accepts every structural schema', () => {
    const root = structuralSchema
      .filter((schema) => !JSON.stringify(schema).includes('"set"'))
      .map((schema): StructuralSchema => ({ type: 'object', properties: { s: schema } }))
    fc.assert(
      fc.property(root, (schema) => {
        expect(checkSchema(schema)).toEqual([])
      }),
      { seed: 3, numRuns: 200 },
    )
  })

  it('prefixes fields with the given path', () => {
    expect(
      checkSchema({ type: 'object', properties: { a: {} } }, { path: 'spec.versions[0].schema.openAPIV3Schema' }),
    ).toEqual([
      {
        field: 'spec.versions[0].schema.openAPIV3Schema.properties[a].type',
        reason: 'FieldValueRequired',
        message: 'Required value: must not be empty for specified object fields',
      },
    ])
  })
})

describe('fieldAt', () => {
  const schema: StructuralSchema = {
    type: 'object',
    properties: {
      a: { type: 'object', properties: { 'b.c': { type: 'string' } } },
      m: { additionalProperties: { type: 'integer' } },
    },
  }

  it.each([
    ['.a', 'object'],
    [".a['b.c']", 'string'],
    ['.m.anything', 'integer'],
    [".m['x']", 'integer'],
  ])('resolves %s', (path, type) => {
    expect(fieldAt(schema, path)).toMatchObject({ schema: { type } })
  })

  it.each([
    ['a', 'expected [ or . but got: a'],
    ['.x', 'does not refer to a valid field'],
    ['.a.', 'unexpected end of JSON path'],
    ['.a[b]', 'expected single quoted string but got b'],
    [".a['b.c'", 'unexpected end of JSON path'],
    [".a['b.c'.x", 'expected ] but got .'],
    ['.a.b.c.d', 'does not refer to a valid field'],
  ])('refuses %s', (path, problem) => {
    expect(fieldAt(schema, path)).toEqual({ problem })
  })

  it('refuses brackets where they are not allowed', () => {
    expect(fieldAt(schema, ".a['b.c']", { allowBrackets: false })).toEqual({ problem: 'array notation is not allowed' })
  })
})
