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
      name: 'a number goes to its bounds and beyond',
      schema: { type: 'integer', minimum: 1, maximum: 5 },
      given: 2,
      values: { valid: [3], boundary: [undefined, 1, 5], wrong: ['seven', 0, 6, 1.5] },
    },
    {
      name: 'a bound that is excluded is beyond',
      schema: { type: 'number', minimum: 0, exclusiveMinimum: true },
      given: 2,
      values: { valid: [3], boundary: [undefined, 1, 2 ** 31 - 1], wrong: ['seven', 0] },
    },
    {
      name: 'a text is as short and as long as it may be, and one more',
      schema: { type: 'string', minLength: 1, maxLength: 3 },
      given: 'ab',
      values: { valid: ['aba'], boundary: [undefined, 'a', 'aba'], wrong: [7, 'aaaa', ''] },
    },
    {
      name: 'a text that must match does, or does not',
      schema: { type: 'string', pattern: '^[a-z]+$' },
      given: 'ab',
      values: { valid: ['aba'], boundary: [undefined], wrong: [7, '!'] },
    },
    {
      name: 'a choice has other choices',
      schema: { type: 'string', enum: ['a', 'b'] },
      given: 'a',
      values: { valid: ['b'], boundary: [undefined], wrong: ['none of those', 7] },
    },
    {
      name: 'a switch is switched',
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
      name: 'a port is a number or a text',
      schema: { 'x-kubernetes-int-or-string': true },
      given: 80,
      values: { valid: [1, '10%'], boundary: [undefined], wrong: [true] },
    },
  ] as const)('$name', ({ schema, given, values }) => {
    expect(of(schema, given)).toEqual(values)
  })

  it('leaves out what may be left out, and wrongly what may not', () => {
    expect(of({ type: 'boolean' }, true).boundary).toEqual([undefined])
    expect(of({ type: 'boolean' }, true, ['field']).wrong).toContain(undefined)
    expect(of({ type: 'boolean', default: true }, true, ['field']).wrong).not.toContain(undefined)
  })

  it('goes down where something is declared', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { open: { type: 'boolean' } } } },
    }
    const paths = fieldValues(schema, { spec: { open: true } }).map(({ path }) => path.join('.'))
    expect(new Set(paths)).toEqual(new Set(['spec', 'spec.open']))
  })
})
