/**
 * Random zod schemas from everything `defineResource` can express, each with valid or almost valid values. For tests only; not
 * published. `resourceSamples` draws (CRD, objects) pairs for a check against a real API server.
 */
import type { JsonValue } from '@kubewright/core/json'
import fc from 'fast-check'
import { z } from 'zod'
import { defineResource } from '../define-resource.ts'
import { listMap, listSet } from '../list-schemas.ts'
import { mapOf } from '../map-schemas.ts'
import { preserveUnknown } from '../open-schemas.ts'
import { dnsLabel, duration, intOrString, quantity } from '../scalar-schemas.ts'

/** A zod schema and candidate values. */
export interface Sample {
  readonly schema: z.ZodType
  readonly value: fc.Arbitrary<JsonValue>
}

const names = ['a', 'b', 'c', 'name'] as const
const texts = ['', 'a', 'ab', 'abc', 'abcd', 'é', 'A', 'a b', '5', '10%', '10m', '1Gi', 'true', 'λ', '😀', 'x\ny']
const integers = [-100, -4, -3, -1, 0, 1, 2, 3, 4, 5, 10, 100, 2 ** 31, -(2 ** 31), 2 ** 40]
const fractions = [-3.5, -0.5, 0.25, 0.5, 1.5, 2.5, 3.5, 99.5]

/** Any JSON value of the kinds used in the schemas below. */
const anything: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<JsonValue>(null, true, false, ...integers, ...fractions, ...texts),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 2, noNullPrototype: true }),
  ),
})).value

/** Mostly `fitting`, occasionally any value. */
function mostly(fitting: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 8, arbitrary: fitting }, { weight: 1, arbitrary: anything })
}

function sampleOf(schemas: fc.Arbitrary<z.ZodType>, value: fc.Arbitrary<JsonValue>): fc.Arbitrary<Sample> {
  return schemas.map((schema) => ({ schema, value: mostly(value) }))
}

const count = fc.integer({ min: 0, max: 4 })
const text = fc.constantFrom<JsonValue>(...texts)
const patterns = [/^a/, /b$/, /^[a-z]*$/, /^[^a]+$/u, /\d/, /^\S*$/, /^(?:a|b)c?$/, /^AB?/i, /^.{1,3}$/u]

const textSchema = fc
  .record({
    min: fc.option(count),
    max: fc.option(count),
    pattern: fc.option(fc.constantFrom(...patterns)),
    ends: fc.option(fc.constantFrom('a', 'b')),
  })
  .map(({ min, max, pattern, ends }) => {
    let schema = z.string()
    if (min !== null) schema = schema.min(min)
    if (max !== null) schema = schema.max(max)
    if (pattern !== null) schema = schema.regex(pattern)
    if (ends !== null) schema = schema.endsWith(ends)
    return schema
  })

const formats: readonly (readonly [() => z.ZodType, readonly string[]])[] = [
  [
    () => z.iso.datetime(),
    [
      '2020-01-01T00:00:00Z',
      '2020-02-30T00:00:00Z',
      '2020-01-01T00:00:00+01:00',
      '2020-01-01T00:00:00.5Z',
      '2020-01-01t00:00:00z',
      '2020-01-01T24:00:00Z',
      '2020-01-01T00:00Z',
    ],
  ],
  [
    () => z.iso.datetime({ offset: true, precision: 3 }),
    [
      '2020-01-01T00:00:00.123Z',
      '2020-01-01T00:00:00.123+01:00',
      '2020-01-01T00:00:00.12Z',
      '2020-01-01T00:00:00.123+24:00',
    ],
  ],
  [() => z.iso.datetime({ local: true }), ['2020-01-01T00:00:00', '2020-01-01T00:00', '2020-01-01T00:00:00Z']],
  [() => z.iso.date(), ['2020-02-29', '2019-02-29', '2020-1-1', '0000-01-01']],
  [() => z.iso.time(), ['10:00', '10:00:00', '24:00', '10:00:00.123']],
  [() => z.email(), ['a@b.co', "o'x@y.io", 'a@b', '.a@b.co', 'a..b@c.co', 'Bob <a@b.co>', 'a@b-.co']],
  [
    () => z.uuid(),
    [
      '00000000-0000-0000-0000-000000000000',
      '123e4567-e89b-12d3-a456-426614174000',
      '123e4567e89b12d3a456426614174000',
    ],
  ],
  [() => z.ipv4(), ['1.2.3.4', '01.2.3.4', '256.0.0.1', '::ffff:1.2.3.4']],
  [
    () => z.ipv6(),
    [
      '::',
      '::1',
      '1:2:3:4:5:6:7:8',
      '1::2::3',
      '::ffff:1.2.3.4',
      '::ffff:01.2.3.4',
      'fe80::1%eth0',
      '00001::',
      '1:2:3:4:5:6:7::',
    ],
  ],
  [() => z.cidrv4(), ['10.0.0.0/8', '10.0.0.0/33', '10.0.0.0/08', '::/0']],
  [() => z.cidrv6(), ['::/0', 'fe80::/64', 'fe80::/129', 'fe80::/064', '10.0.0.0/8']],
  [() => z.base64(), ['', 'AA==', 'AAA=', 'A===', 'AAAA', 'AA']],
  [() => z.base64url(), ['', 'AA', 'A', 'A-_A', 'AA==']],
  [() => z.mac(), ['00:00:5e:00:53:01', '00:00:5E:00:53:01', '00:00:5e:00:53:0A', '00-00-5e-00-53-01']],
  [() => z.url(), ['https://example.dev', 'http://a/b?c#d', '/path', 'example.dev', 'mailto:a@b.co']],
  [() => z.e164(), ['+12345678', '12345678', '+02345678']],
  [() => z.ulid(), ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '81ARZ3NDEKTSV4RRFFQ69G5FAV']],
  [() => z.hex(), ['', 'ff', 'fg']],
  [() => z.string().includes('b').startsWith('a'), ['ab', 'ba', 'a', 'a\nb']],
  [() => z.string().lowercase(), ['ab', 'aB', 'é']],
  [() => z.templateLiteral(['v', z.int()]), ['v1', 'v', 'v1.5', 'v-1']],
  [() => duration(), ['30s', '1h30m', '5', '1.5h', '1 h']],
  [() => dnsLabel(), ['a-b', '-a', 'a.b', 'A', 'a'.repeat(64)]],
]

const formatted: fc.Arbitrary<Sample> = fc.constantFrom(...formats).map(([schema, values]) => ({
  schema: schema(),
  value: mostly(fc.constantFrom<JsonValue>(...values)),
}))

const integerSchema = fc
  .record({
    kind: fc.constantFrom('int', 'int32', 'uint32'),
    min: fc.option(fc.constantFrom(-3, 0, 1, 0.5, -0.5)),
    max: fc.option(fc.constantFrom(3, 4, 3.5)),
    lt: fc.option(fc.constantFrom(4, 10)),
    step: fc.option(fc.constantFrom(1, 2, 5)),
  })
  .map(({ kind, min, max, lt, step }) => {
    let schema: z.ZodNumber = kind === 'int' ? z.int() : kind === 'int32' ? z.int32() : z.uint32()
    if (min !== null) schema = schema.min(min)
    if (max !== null) schema = schema.max(max)
    if (lt !== null) schema = schema.lt(lt)
    return step === null ? schema : schema.multipleOf(step)
  })

const limits = fc.constantFrom(-3.5, -3, -0.5, 0, 0.5, 1, 2.5, 3, 3.5)
const numberSchema = fc
  .record({
    min: fc.option(limits),
    gt: fc.option(limits),
    max: fc.option(limits),
    lt: fc.option(limits),
    step: fc.option(fc.constantFrom(1, 2)),
  })
  .map(({ min, gt, max, lt, step }) => {
    let schema = z.number()
    if (min !== null) schema = schema.min(min)
    if (gt !== null) schema = schema.gt(gt)
    if (max !== null) schema = schema.max(max)
    if (lt !== null) schema = schema.lt(lt)
    return step === null ? schema : schema.multipleOf(step)
  })

const integer = fc.constantFrom<JsonValue>(...integers)
const scalar: fc.Arbitrary<Sample> = fc.oneof(
  sampleOf(textSchema, text),
  formatted,
  sampleOf(integerSchema, integer),
  sampleOf(numberSchema, fc.constantFrom<JsonValue>(...integers, ...fractions)),
  sampleOf(fc.constant(z.boolean()), fc.boolean()),
  sampleOf(fc.constant(z.enum(['a', 'ab'])), text),
  sampleOf(fc.constant(z.literal([1, 2, 3])), integer),
  sampleOf(fc.constant(z.literal([0.5, 1.5])), fc.constantFrom<JsonValue>(...fractions, 0, 1)),
  sampleOf(fc.constant(z.literal(['a', null])), text),
  sampleOf(fc.constantFrom(intOrString(), quantity()), fc.oneof(text, integer)),
  sampleOf(
    fc.constantFrom(
      z.union([z.int().min(1).max(3), z.string().regex(/^\d+%$/)]),
      z.union([z.int().max(3), z.enum(['a', 'ab'])]),
      z.union([z.literal([1, 5]), z.string().min(2)]),
    ),
    fc.oneof(text, integer),
  ),
  sampleOf(fc.constant(z.union([z.literal('a'), z.string().min(3)])), text),
  sampleOf(fc.constant(z.union([z.int().max(0), z.int().min(4)])), integer),
  sampleOf(fc.constant(preserveUnknown()), anything),
)

/** Makes a field optional, nullable or defaulted, in one of zod's ways. */
function wrapped(sample: Sample, dice: number): Sample {
  const { schema, value } = sample
  const valid =
    texts.find((one) => schema.safeParse(one).success) ?? integers.find((one) => schema.safeParse(one).success)
  switch (dice) {
    case 0:
      return { ...sample, schema: schema.optional() }
    case 1:
      return {
        schema: schema.nullable(),
        value: fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }),
      }
    case 2:
      return valid === undefined ? sample : { ...sample, schema: schema.default(valid) }
    case 3:
      return valid === undefined ? sample : { ...sample, schema: schema.prefault(valid).optional() }
    case 4:
      return { ...sample, schema: schema.nullish() }
    default:
      return { ...sample, schema: schema.readonly() }
  }
}

type Fields = Readonly<Record<string, Sample>>

function objectOf(fields: Fields, mode: number): Sample {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.schema]))
  const schema = mode === 0 ? z.strictObject(shape) : mode === 1 ? z.looseObject(shape) : z.object(shape)
  const values = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.value]))
  const value = fc
    .tuple(
      fc.record(values, { requiredKeys: [] }),
      fc.dictionary(fc.constantFrom('x', 'y'), anything, { maxKeys: 1, noNullPrototype: true }),
    )
    .map(([known, unknown]) => ({ ...known, ...unknown })) as fc.Arbitrary<JsonValue>
  return { schema, value: mostly(value) }
}

/** Options with a shared structure: each has its own fields and its own limits on a common one. */
const taggedUnion: fc.Arbitrary<Sample> = fc
  .tuple(textSchema, textSchema, integerSchema, fc.boolean())
  .map(([a, b, n, isTagged]) => {
    const first = z.strictObject({ tag: z.literal('a'), a, both: z.string().optional() })
    const second = z.strictObject({
      tag: z.literal(['b', 'ab']),
      b: b.optional(),
      n,
      both: z.string().min(2).optional(),
    })
    const value = fc.record(
      { tag: text, a: text, b: text, n: integer, both: text },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonValue>
    return {
      schema: isTagged ? z.discriminatedUnion('tag', [first, second]) : z.union([first, second]),
      value: mostly(value),
    }
  })

/** Options with nested differences: in an inner object, and in the items of a list. */
const nestedUnion: fc.Arbitrary<Sample> = fc.tuple(textSchema, integerSchema, fc.boolean()).map(([a, n, isTagged]) => {
  const first = z.strictObject({
    tag: z.literal('a'),
    inner: z.strictObject({ a }).readonly(),
    list: z.array(z.strictObject({ n })),
  })
  const second = z.strictObject({
    tag: z.literal('b'),
    inner: z.strictObject({ n: n.optional() }).optional(),
    list: z.array(z.strictObject({ a: a.optional() })).max(1),
  })
  const inside = fc.record({ a: text, n: integer }, { requiredKeys: [] })
  const value = fc.record(
    { tag: fc.constantFrom('a', 'b'), inner: inside, list: fc.array(inside, { maxLength: 2 }) },
    { requiredKeys: ['tag'] },
  )
  return {
    schema: isTagged ? z.discriminatedUnion('tag', [first, second]) : z.union([z.union([first, second]), first]),
    value: mostly(value as fc.Arbitrary<JsonValue>),
  }
})

/** Any schema a resource may have, at most three levels deep. */
export const zodSample: fc.Arbitrary<Sample> = fc.letrec<{ any: Sample; object: Sample }>((tie) => ({
  object: fc
    .tuple(
      fc.dictionary(
        fc.constantFrom(...names),
        fc.tuple(tie('any'), fc.nat(7)).map(([field, dice]) => wrapped(field, dice)),
        { maxKeys: 3, noNullPrototype: true },
      ),
      fc.nat(3),
    )
    .map(([fields, mode]) => objectOf(fields, mode)),
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    tie('object'),
    taggedUnion,
    nestedUnion,
    fc.tuple(tie('any'), fc.option(count), fc.option(count)).map(([item, min, max]) => {
      let schema = z.array(item.schema)
      if (min !== null) schema = schema.min(min)
      if (max !== null) schema = schema.max(max)
      return { schema, value: mostly(fc.array(item.value, { maxLength: 4 }) as fc.Arbitrary<JsonValue>) }
    }),
    textSchema.map((item) => ({
      schema: listSet(item),
      value: mostly(fc.array(text, { maxLength: 3 }) as fc.Arbitrary<JsonValue>),
    })),
    fc.constant<Sample>({
      schema: listMap(z.object({ name: z.string(), b: z.int().default(1) }), ['name', 'b']),
      value: mostly(
        fc.array(fc.record({ name: text, b: integer }, { requiredKeys: [] }), {
          maxLength: 3,
        }) as fc.Arbitrary<JsonValue>,
      ),
    }),
    fc.tuple(tie('any'), fc.boolean()).map(([entry, isBounded]) => ({
      schema: isBounded ? mapOf(entry.schema, { max: 2 }) : z.record(z.string(), entry.schema),
      value: mostly(
        fc.dictionary(fc.constantFrom(...names), entry.value, {
          maxKeys: 3,
          noNullPrototype: true,
        }) as fc.Arbitrary<JsonValue>,
      ),
    })),
    tie('any').map((entry) => ({
      schema: z.record(z.enum(['a', 'b']), entry.schema),
      value: mostly(fc.record({ a: entry.value, b: entry.value }, { requiredKeys: [] }) as fc.Arbitrary<JsonValue>),
    })),
  ),
})).any

/** A definition with one random field, and objects to validate with the embedded schema engine or an API server. */
export const resourceSample = zodSample.chain(({ schema, value }) =>
  fc.record({
    resource: fc.constant(
      defineResource({
        group: 'samples.example.dev',
        version: 'v1',
        kind: 'Sample',
        scope: 'Namespaced',
        spec: z.object({ field: schema.optional() }),
      }),
    ),
    schema: fc.constant(schema),
    values: fc.array(value, { minLength: 5, maxLength: 5 }),
  }),
)
