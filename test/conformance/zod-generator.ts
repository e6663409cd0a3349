/** Random zod schemas for resources, each with values that are valid or almost valid. */
import type { JsonValue } from '@kubewright/core/json'
import { dnsLabel, duration, intOrString, listMap, listSet, mapOf, quantity } from '@kubewright/resource'
import fc from 'fast-check'
import { z } from 'zod'

/**
 * Values contain neither nulls nor unknown fields: the server drops those before validation, while zod rejects or strips them.
 * This is documented.
 */
export interface ZodSample {
  readonly schema: z.ZodType
  readonly value: fc.Arbitrary<JsonValue>
}

const texts = ['', 'a', 'ab', 'abc', 'é', '😀', 'A-1', 'web', '10m', '1h30m', '5', '25%', '1.5Gi', 'a\nb', ' ']
const formatted = ['10.0.0.1', '::1', '10.0.0.0/8', 'a@b.co', '2026-01-02', '2026-01-02T03:04:05Z', 'https://a.dev/b']
const wholeNumbers = [-(2 ** 31) - 1, -7, -1, 0, 1, 2, 3, 10, 2 ** 31, 2 ** 53 - 1]
const fractions = [-0.5, 0.1, 0.25, 1.5, 2.5, 1e-7]

const text = fc.constantFrom<JsonValue>(...texts, ...formatted)
const wholeNumber = fc.constantFrom<JsonValue>(...wholeNumbers)
const anyNumber = fc.constantFrom<JsonValue>(...wholeNumbers, ...fractions)
const stray = fc.oneof(text, anyNumber, fc.boolean())

function mostly(fitting: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: stray })
}

function choose(schemas: readonly (() => z.ZodType)[], value: fc.Arbitrary<JsonValue>): fc.Arbitrary<ZodSample> {
  return fc.constantFrom(...schemas).map((make) => ({ schema: make(), value: mostly(value) }))
}

const scalar = fc.oneof(
  choose(
    [
      () => z.string(),
      () => z.string().min(1).max(2),
      () => z.string().regex(/^[a-z]+$/),
      () => z.string().regex(/\d$/).max(4),
      () => z.string().startsWith('a'),
      () => z.enum(['a', 'ab', 'web']),
      () => z.literal('a'),
      () => z.union([z.literal('web'), z.string().max(1)]),
      () => dnsLabel(),
      () => duration(),
      () => z.ipv4(),
      () => z.ipv6(),
      () => z.cidrv4(),
      () => z.email(),
      () => z.url(),
      () => z.iso.date(),
      () => z.iso.datetime(),
    ],
    text,
  ),
  choose(
    [() => z.int(), () => z.int32(), () => z.int().min(0).max(3), () => z.int().multipleOf(2), () => z.literal([1, 3])],
    anyNumber,
  ),
  choose([() => z.number(), () => z.number().gt(0).lte(2.5), () => z.number().min(-0.5).lt(1)], anyNumber),
  choose([() => z.boolean()], fc.boolean()),
  choose([() => intOrString(), () => quantity()], fc.oneof(text, wholeNumber)),
)

const field = (sample: fc.Arbitrary<ZodSample>) =>
  fc.tuple(sample, fc.boolean()).map(([{ schema, value }, isOptional]) => ({
    schema: isOptional ? schema.optional() : schema,
    value,
  }))

function objectOf(fields: Readonly<Record<string, ZodSample>>): ZodSample {
  const entries = Object.entries(fields)
  const schema = z.object(Object.fromEntries(entries.map(([key, each]) => [key, each.schema])))
  const values = Object.fromEntries(entries.map(([key, each]) => [key, each.value]))
  return { schema, value: fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<JsonValue> }
}

function listOf({ schema, value }: ZodSample, most: number): ZodSample {
  const values = fc.array(value, { maxLength: 3 }) as fc.Arbitrary<JsonValue>
  return { schema: z.array(schema).max(most), value: mostly(values) }
}

function mapWith({ schema, value }: ZodSample, most: number): ZodSample {
  const values = fc.dictionary(fc.constantFrom('a', 'b', 'x.y'), value, { noNullPrototype: true })
  return { schema: mapOf(schema, { max: most }), value: values as fc.Arbitrary<JsonValue> }
}

const keyed = fc.constant<ZodSample>({
  schema: listMap(z.object({ name: z.string(), port: z.int().optional() }), ['name']),
  value: fc.array(fc.record({ name: fc.constantFrom('a', 'b'), port: wholeNumber }, { requiredKeys: ['name'] }), {
    maxLength: 3,
  }) as fc.Arbitrary<JsonValue>,
})

const distinct = fc.constant<ZodSample>({
  schema: listSet(z.string()),
  value: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }) as fc.Arbitrary<JsonValue>,
})

const most = fc.integer({ min: 1, max: 3 })

export const zodSample: fc.Arbitrary<ZodSample> = fc.letrec<{ any: ZodSample }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc
      .dictionary(fc.constantFrom('a', 'b', 'camelCase', 'x-y'), field(tie('any')), {
        maxKeys: 3,
        noNullPrototype: true,
      })
      .map(objectOf),
    fc.tuple(tie('any'), most).map(([item, count]) => listOf(item, count)),
    fc.tuple(tie('any'), most).map(([entry, count]) => mapWith(entry, count)),
    keyed,
    distinct,
  ),
})).any
