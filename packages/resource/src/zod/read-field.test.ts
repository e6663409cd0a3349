import { deepClone } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listMap, listSet } from '../list-schemas.ts'
import { atomicMap, mapOf } from '../map-schemas.ts'
import { embeddedObject, preserveUnknown } from '../open-schemas.ts'
import { withRules } from '../rules.ts'
import { int32, int64, intOrString } from '../scalar-schemas.ts'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import { Place } from './place.ts'
import { readField } from './read-field.ts'

function convert(schema: z.ZodType): StructuralSchema {
  const place = new Place('spec.a')
  const field = readField(schema, place)
  expect(place.problems).toEqual([])
  return deepClone(field.schema)
}

describe('the CRD schema of a zod schema', () => {
  const cases: readonly (readonly [name: string, zod: z.ZodType, schema: StructuralSchema])[] = [
    ['text', z.string(), { type: 'string' }],
    ['text with lengths', z.string().min(1).max(9).max(5), { type: 'string', minLength: 1, maxLength: 5 }],
    ['text of one length', z.string().length(3), { type: 'string', minLength: 3, maxLength: 3 }],
    ['text with a pattern', z.string().regex(/^[a-z]+$/), { type: 'string', pattern: '^[a-z]+$' }],
    [
      'text with several patterns',
      z.string().startsWith('a.').endsWith('(b').includes('c'),
      { type: 'string', pattern: '^a\\.', allOf: [{ pattern: '\\(b$' }, { pattern: 'c' }] },
    ],
    ['a day', z.iso.date(), { type: 'string', format: 'date' }],
    [
      'an instant',
      z.iso.datetime(),
      { type: 'string', format: 'date-time', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?Z$' },
    ],
    ['an IPv6 address', z.ipv6(), { type: 'string', format: 'ipv6' }],
    ['a URL', z.url(), { type: 'string', format: 'uri', pattern: '^[a-zA-Z][a-zA-Z0-9+.-]*:' }],
    ['a URL of one scheme', z.url({ protocol: /^https$/ }), { type: 'string', format: 'uri', pattern: '^(?:https):' }],
    ['a template', z.templateLiteral(['v', z.int()]), { type: 'string', pattern: '^v-?\\d+$' }],
    ['an integer', z.int(), { type: 'integer', format: 'int64' }],
    ['z.number().int()', z.number().int(), { type: 'integer', format: 'int64' }],
    ['an integer of 32 bits', int32(), { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }],
    ['an integer of 64 bits', int64().positive(), { type: 'integer', format: 'int64', minimum: 1 }],
    [
      'an integer between fractions',
      z.int().gt(0.5).lte(3.5),
      { type: 'integer', format: 'int64', minimum: 1, maximum: 3 },
    ],
    [
      'an integer that is a multiple',
      z.int().multipleOf(2).multipleOf(3),
      { type: 'integer', format: 'int64', multipleOf: 2, allOf: [{ multipleOf: 3 }] },
    ],
    ['a number', z.number().min(1).lt(3), { type: 'number', minimum: 1, maximum: 3, exclusiveMaximum: true }],
    ['a number of 32 bits', z.float32(), { type: 'number', format: 'float' }],
    [
      'a number between fractions, made safe for integers',
      z.number().min(0.5).max(-0.5),
      {
        type: 'number',
        minimum: 0.5,
        maximum: -0.5,
        allOf: [
          { minimum: 0, exclusiveMinimum: true },
          { maximum: -0, exclusiveMaximum: true },
        ],
      },
    ],
    [
      'a number strictly between fractions',
      z.number().gt(-0.5).lt(0.5),
      { type: 'number', minimum: -0.5, maximum: 0.5, not: { enum: [-0.5, 0.5] } },
    ],
    ['a boolean', z.boolean(), { type: 'boolean' }],
    ['one of several words', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['a fixed value', z.literal(3), { type: 'integer', enum: [3] }],
    [
      'a word or null',
      z.enum(['a', 'b']).nullable(),
      { type: 'string', nullable: true, allOf: [{ enum: ['a', 'b'] }] },
    ],
    ['null among fixed values', z.literal(['a', null]), { type: 'string', nullable: true, allOf: [{ enum: ['a'] }] }],
    ['null in a union', z.union([z.string(), z.null()]), { type: 'string', nullable: true }],
    [
      'an object',
      z.object({ a: z.string(), b: z.string().optional(), c: z.int().default(3) }),
      {
        type: 'object',
        properties: {
          a: { type: 'string' },
          b: { type: 'string' },
          c: { type: 'integer', format: 'int64', default: 3 },
        },
        required: ['a'],
      },
    ],
    ['an empty object', z.object({}), { type: 'object' }],
    [
      'a strict object',
      z.strictObject({ a: z.string() }),
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    ],
    [
      'a loose object',
      z.looseObject({ a: z.string() }),
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        'x-kubernetes-preserve-unknown-fields': true,
      },
    ],
    ['a map', z.record(z.string(), z.boolean()), { type: 'object', additionalProperties: { type: 'boolean' } }],
    [
      'a bounded map',
      mapOf(z.string(), { min: 1, max: 5 }),
      { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: 5 },
    ],
    [
      'a record over known keys',
      z.record(z.enum(['a', 'b']), z.string()),
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] },
    ],
    [
      'a partial record',
      z.partialRecord(z.enum(['a', 'b']), z.string()),
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    ],
    [
      'two objects joined',
      z.object({ a: z.string() }).and(z.object({ b: z.string() })),
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] },
    ],
    [
      'a list',
      z.array(z.string()).min(1).max(3),
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
    ],
    [
      'a list of one length',
      z.array(z.string()).length(2),
      { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
    ],
    ['a set', listSet(z.string()), { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }],
    [
      'a set of objects',
      listSet(z.object({ a: z.string() })),
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { a: { type: 'string' } },
          required: ['a'],
          'x-kubernetes-map-type': 'atomic',
        },
        'x-kubernetes-list-type': 'set',
      },
    ],
    [
      'a list with keys',
      listMap(z.object({ name: z.string() }), ['name']).max(9),
      {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        maxItems: 9,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      },
    ],
    ['an atomic object', atomicMap(z.object({})), { type: 'object', 'x-kubernetes-map-type': 'atomic' }],
    ['anything', preserveUnknown(), { 'x-kubernetes-preserve-unknown-fields': true, nullable: true }],
    [
      'an embedded object',
      embeddedObject(),
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-embedded-resource': true },
    ],
    ['a number or text', intOrString(), { 'x-kubernetes-int-or-string': true }],
    [
      'a number or text, each with limits',
      z.union([z.int().min(1), z.string().regex(/^\d+%$/)]),
      { 'x-kubernetes-int-or-string': true, pattern: '^\\d+%$', minimum: 1 },
    ],
    [
      'a number or a word',
      z.union([z.int(), z.enum(['auto'])]),
      {
        'x-kubernetes-int-or-string': true,
        anyOf: [
          { enum: ['auto'], minimum: 1, maximum: 0 },
          { minLength: 1, maxLength: 0 },
        ],
      },
    ],
    [
      'text in one of two forms',
      z.union([z.literal('a'), z.string().min(3)]),
      { type: 'string', anyOf: [{ enum: ['a'] }, { minLength: 3 }] },
    ],
    ['a union in which one option takes all', z.union([z.literal('a'), z.string()]), { type: 'string' }],
    [
      'a tagged union',
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('git'), url: z.string() }),
        z.strictObject({ type: z.literal('oci'), image: z.string().min(1), tag: z.string().optional() }),
      ]),
      {
        type: 'object',
        properties: {
          type: { type: 'string', enum: ['git', 'oci'] },
          url: { type: 'string' },
          image: { type: 'string' },
          tag: { type: 'string' },
        },
        required: ['type'],
        oneOf: [
          {
            properties: { type: { enum: ['git'] } },
            required: ['url'],
            not: { anyOf: [{ required: ['image'] }, { required: ['tag'] }] },
          },
          {
            properties: { type: { enum: ['oci'] }, image: { minLength: 1 } },
            required: ['image'],
            not: { required: ['url'] },
          },
        ],
      },
    ],
    [
      'a union of objects that tolerate each other',
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ],
    [
      'a default for an object',
      z.object({ a: z.int().default(1) }).prefault({}),
      {
        type: 'object',
        properties: { a: { type: 'integer', format: 'int64', default: 1 } },
        default: {},
      },
    ],
    [
      'a complete default',
      z.object({ a: z.int().default(1) }).default({ a: 2 }),
      {
        type: 'object',
        properties: { a: { type: 'integer', format: 'int64', default: 1 } },
        default: { a: 2 },
      },
    ],
    [
      'descriptions and examples',
      z
        .string()
        .describe('inner')
        .optional()
        .meta({ title: 'T', examples: ['x', 'y'] }),
      {
        type: 'string',
        description: 'inner',
        title: 'T',
        example: 'x',
      },
    ],
    [
      'validation rules',
      withRules(withRules(z.string(), [{ rule: 'a' }]).optional(), [{ rule: 'b', message: 'm' }]),
      {
        type: 'string',
        'x-kubernetes-validations': [{ rule: 'a' }, { rule: 'b', message: 'm' }],
      },
    ],
    ['what is under lazy, readonly and brand', z.lazy(() => z.string().readonly()).brand('B'), { type: 'string' }],
    [
      'a format the API server has and zod has not',
      z.string().meta({ format: 'creditcard' }),
      { type: 'string', format: 'creditcard' },
    ],
  ]

  it.each(cases)('%s', (_name, schema, expected) => {
    expect(convert(schema)).toEqual(expected)
  })

  it('requires a field unless it is optional or has a default', () => {
    const isRequired = (schema: z.ZodType) => readField(schema, new Place('spec.a')).isRequired
    expect([z.string(), z.string().nullable(), z.string().optional().nonoptional()].map(isRequired)).toEqual([
      true,
      true,
      true,
    ])
    expect(
      [z.string().optional(), z.string().nullish(), z.string().default('a'), z.string().prefault('a')].map(isRequired),
    ).toEqual([false, false, false, false])
  })
})
