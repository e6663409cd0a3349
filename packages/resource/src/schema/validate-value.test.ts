import type { JsonValue } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { formatProblem } from './problem.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { validateValue } from './validate-value.ts'

/** Every message here was recorded from Kubernetes 1.36. */
describe('validateValue', () => {
  const cases: readonly { schema: StructuralSchema; value: JsonValue; says: readonly string[] }[] = [
    {
      schema: { type: 'string' },
      value: 3,
      says: ['spec.a: Invalid value: "integer": spec.a in body must be of type string: "integer"'],
    },
    {
      schema: { type: 'integer' },
      value: 1.5,
      says: [
        'spec.a: Invalid value: "number": spec.a in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.a',
      ],
    },
    { schema: { type: 'number' }, value: 3, says: [] },
    {
      schema: { type: 'string' },
      value: null,
      says: ['spec.a: Invalid value: "null": spec.a in body must be of type string: "null"'],
    },
    { schema: { type: 'string', nullable: true }, value: null, says: [] },
    {
      schema: { 'x-kubernetes-int-or-string': true },
      value: true,
      says: ['spec.a: Invalid value: "boolean": spec.a in body must be of type integer,string: "boolean"'],
    },
    {
      schema: { type: 'integer', maximum: 50 },
      value: 51,
      says: ['spec.a: Invalid value: 51: spec.a in body should be less than or equal to 50'],
    },
    {
      schema: { type: 'integer', minimum: 1, exclusiveMinimum: true },
      value: 1,
      says: ['spec.a: Invalid value: 1: spec.a in body should be greater than 1'],
    },
    {
      schema: { type: 'integer', multipleOf: 2 },
      value: 3,
      says: ['spec.a: Invalid value: 3: spec.a in body should be a multiple of 2'],
    },
    {
      schema: { type: 'integer', format: 'int32' },
      value: 2 ** 31,
      says: ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.a'],
    },
    {
      schema: { type: 'string', minLength: 1 },
      value: '',
      says: ['spec.a: Invalid value: "": spec.a in body should be at least 1 chars long'],
    },
    { schema: { type: 'string', maxLength: 1 }, value: 'ab', says: ['spec.a: Too long: may not be more than 1 byte'] },
    { schema: { type: 'string', maxLength: 1 }, value: '😀', says: [] },
    {
      schema: { type: 'string', pattern: '^[a-z]+$' },
      value: 'A',
      says: [`spec.a: Invalid value: "A": spec.a in body should match '^[a-z]+$'`],
    },
    {
      schema: { type: 'string', format: 'ipv4' },
      value: 'x',
      says: ['spec.a: Invalid value: "x": spec.a in body must be of type ipv4: "x"'],
    },
    { schema: { type: 'string', format: 'unheard-of' }, value: 'x', says: [] },
    {
      schema: { type: 'string', enum: ['a', 'b'] },
      value: 'c',
      says: ['spec.a: Unsupported value: "c": supported values: "a", "b"'],
    },
    {
      schema: { type: 'array', items: { type: 'string' }, minItems: 1 },
      value: [],
      says: ['spec.a: Invalid value: 0: spec.a in body should have at least 1 items'],
    },
    {
      schema: { type: 'array', items: { type: 'string' }, maxItems: 1 },
      value: ['a', 'b'],
      says: ['spec.a: Too many: 2: must have at most 1 item'],
    },
    {
      schema: { type: 'array', items: { type: 'string' } },
      value: [1],
      says: ['spec.a[0]: Invalid value: "integer": spec.a[0] in body must be of type string: "integer"'],
    },
    {
      schema: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 1 },
      value: { x: 'a', y: 'b' },
      says: ['spec.a: Too many: 2: must have at most 1 item'],
    },
    {
      schema: { type: 'object', minProperties: 1 },
      value: {},
      says: ['spec.a: Invalid value: 0: spec.a in body should have at least 1 properties'],
    },
    { schema: { type: 'object', required: ['b'] }, value: {}, says: ['spec.a.b: Required value'] },
    {
      schema: { type: 'string', anyOf: [{ enum: ['a'] }, { minLength: 3 }] },
      value: 'b',
      says: [
        '<nil>: Invalid value: "": "spec.a" must validate at least one schema (anyOf)',
        'spec.a: Unsupported value: "b": supported values: "a"',
      ],
    },
    {
      schema: { type: 'string', oneOf: [{ minLength: 1 }, { maxLength: 3 }] },
      value: 'b',
      says: [
        '<nil>: Invalid value: "": "spec.a" must validate one and only one schema (oneOf). Found 2 valid alternatives',
      ],
    },
    {
      schema: { type: 'string', not: { enum: ['a'] } },
      value: 'a',
      says: ['<nil>: Invalid value: "": "spec.a" must not validate the schema (not)'],
    },
    {
      schema: { type: 'string', pattern: '(' },
      value: 'a',
      says: [
        'spec.a: Invalid value: "a": spec.a in body should match \'(, but pattern is invalid: error parsing regexp: missing closing ): `(`\'',
      ],
    },
  ]

  it.each(cases)('validates $value against $schema', ({ schema, value, says }) => {
    expect(validateValue(value, schema, 'spec.a').map(formatProblem)).toEqual(says)
  })

  const oddities: typeof cases = [
    { schema: { type: 'string', format: 'date-time' }, value: ['not', 'a', 'date'], says: [] },
    {
      schema: { type: 'string', nullable: true, enum: ['a'] },
      value: null,
      says: ['spec.a: Unsupported value: null: supported values: "a"'],
    },
    { schema: { type: 'number', minimum: 3.5 }, value: 3, says: [] },
    { schema: { type: 'number', enum: [3] }, value: 3.7, says: [] },
    {
      schema: { type: 'number', multipleOf: 0.5 },
      value: 3,
      says: ['spec.a: Invalid value: 0: factor MultipleOf declared for spec.a must be positive: 0'],
    },
    {
      schema: { type: 'integer' },
      value: 1_000_000_000.4,
      says: ['<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.a'],
    },
  ]

  it.each(oddities)('reproduces a quirk of the API server: $value against $schema', ({ schema, value, says }) => {
    expect(validateValue(value, schema, 'spec.a').map(formatProblem)).toEqual(says)
  })

  it('names the field of a map entry as the API server does', () => {
    const schema: StructuralSchema = { type: 'object', additionalProperties: { type: 'string' } }
    expect(validateValue({ a: 1 }, schema).map(formatProblem)).toEqual([
      'a: Invalid value: "integer": .a in body must be of type string: "integer"',
    ])
  })
})

describe('validateValue of a value with very many problems', () => {
  const schema = { type: 'array', items: { type: 'integer' } } as const

  it('takes time linear in their number', () => {
    const before = process.cpuUsage()
    const problems = validateValue(Array<string>(40_000).fill('text'), schema, 'spec')
    expect(problems).toHaveLength(40_000)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000)
  })

  it('reports a limited number if each has a long path', () => {
    const problems = validateValue(Array<string>(5_000).fill('text'), schema, 'k'.repeat(100_000))
    expect(problems.length).toBeGreaterThan(10)
    expect(problems.length).toBeLessThan(1_000)
  })
})
