import type { StructuralSchema } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { fieldValues } from './schema-values.ts'

function of(field: StructuralSchema, given: unknown, required: readonly string[] = []) {
  const schema: StructuralSchema = { type: 'object', required, properties: { field } }
  const values = fieldValues(schema, (given === undefined ? {} : { field: given }) as never)
  const sorted = (sort: string) => values.flatMap((one) => (one.sort === sort ? [one.value] : []))
  return { valid: sorted('valid'), boundary: sorted('boundary'), wrong: sorted('wrong') }
}

describe('fieldValues', () => {
  it.each([
    {
      name: 'a number has its bounds and values beyond',
      schema: { type: 'integer', minimum: 1, maximum: 5 },
      given: 2,
      values: { valid: [3], boundary: [undefined, 1, 5], wrong: ['seven', 0, 6, 1.5] },
    },
    {
      name: 'an exclusive bound is invalid',
      schema: { type: 'number', minimum: 0, exclusiveMinimum: true },
      given: 2,
      values: { valid: [3], boundary: [undefined, 1, 2 ** 31 - 1], wrong: ['seven', 0] },
    },
    {
      name: 'a string has its minimum and maximum length, and one more',
      schema: { type: 'string', minLength: 1, maxLength: 3 },
      given: 'ab',
      values: { valid: ['aba'], boundary: [undefined, 'a', 'aba'], wrong: [7, 'aaaa', ''] },
    },
    {
      name: 'a string with a pattern has a match and a mismatch',
      schema: { type: 'string', pattern: '^[a-z]+$' },
      given: 'ab',
      values: { valid: ['aba'], boundary: [undefined], wrong: [7, '!'] },
    },
    {
      name: 'an enum has its other values',
      schema: { type: 'string', enum: ['a', 'b'] },
      given: 'a',
      values: { valid: ['b'], boundary: [undefined], wrong: ['none of those', 7] },
    },
    {
      name: 'a boolean is inverted',
      schema: { type: 'boolean', nullable: true },
      given: true,
      values: { valid: [false], boundary: [undefined, null], wrong: ['yes'] },
    },
    {
      name: 'a list is empty, or too long',
      schema: { type: 'array', maxItems: 1, items: { type: 'string' } },
      given: ['a'],
      values: { valid: [], boundary: [undefined, []], wrong: ['not a list', ['a', 'a']] },
    },
    {
      name: 'a map is empty',
      schema: { type: 'object', additionalProperties: { type: 'string' } },
      given: { a: 'b' },
      values: { valid: [], boundary: [undefined, {}], wrong: ['not an object'] },
    },
    {
      name: 'an int-or-string is a number or a string',
      schema: { 'x-kubernetes-int-or-string': true },
      given: 80,
      values: { valid: [1, '10%'], boundary: [undefined], wrong: [true] },
    },
  ] as const)('$name', ({ schema, given, values }) => {
    expect(of(schema, given)).toEqual(values)
  })

  it('omits an optional field, and a required one as an invalid value', () => {
    expect(of({ type: 'boolean' }, true).boundary).toEqual([undefined])
    expect(of({ type: 'boolean' }, true, ['field']).wrong).toContain(undefined)
    expect(of({ type: 'boolean', default: true }, true, ['field']).wrong).not.toContain(undefined)
  })

  it('descends into declared fields', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { open: { type: 'boolean' } } } },
    }
    const paths = fieldValues(schema, { spec: { open: true } }).map(({ path }) => path.join('.'))
    expect(new Set(paths)).toEqual(new Set(['spec', 'spec.open']))
  })
})
