import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import { mapOf } from '../map-schemas.ts'
import { withRules } from '../rules.ts'
import { Place } from './place.ts'
import { readField } from './read-field.ts'

function refusals(schema: z.ZodType): readonly string[] {
  const place = new Place('spec').field('a')
  readField(schema, place)
  return place.problems.map(({ path, what, instead }) => `${path}: ${what}. ${instead}`)
}

const tree = z.object({
  get children() {
    return z.array(tree).optional()
  },
})
/** A lazy schema that returns a new schema on each access. */
const endless = (): z.ZodType => z.lazy(() => z.object({ left: endless(), right: endless() }))

describe('zod schemas that the API server could not enforce are refused with the field and a remedy', () => {
  const cases: readonly (readonly [name: string, schema: z.ZodType])[] = [
    ['refine', z.string().refine((text) => text !== 'x')],
    ['superRefine on an object', z.object({}).superRefine(() => {})],
    [
      'refine around an optional',
      z
        .string()
        .optional()
        .refine(() => true),
    ],
    ['transform', z.string().transform((text) => text.length)],
    ['preprocess', z.preprocess((value) => value, z.string())],
    ['codec', z.codec(z.string(), z.int(), { decode: Number, encode: String })],
    ['pipe', z.string().pipe(z.string())],
    ['coerce', z.coerce.number()],
    ['coerce to text', z.coerce.string()],
    ['coerce to boolean', z.coerce.boolean()],
    ['trim', z.string().trim()],
    ['catch', z.string().catch('x')],
    ['custom', z.custom<string>()],
    ['instanceof', z.instanceof(Date)],
    ['Date', z.date()],
    ['bigint', z.bigint()],
    ['Map', z.map(z.string(), z.string())],
    ['Set', z.set(z.string())],
    ['tuple', z.tuple([z.string(), z.int()])],
    ['undefined', z.undefined()],
    ['void', z.void()],
    ['never', z.never()],
    ['null', z.null()],
    ['NaN', z.nan()],
    ['symbol', z.symbol()],
    ['function', z.function() as unknown as z.ZodType],
    ['promise', z.promise(z.string())],
    ['file', z.file()],
    ['a type that contains itself', tree],
    ['z.json()', z.json()],
    ['an endless type', endless()],
    ['look-ahead', z.string().regex(/^(?!x)/)],
    [
      'a long pattern',
      z.string().regex(/^(?!x)aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa$/),
    ],
    ['hostname', z.hostname()],
    ['ISO duration', z.iso.duration()],
    ['jwt', z.jwt()],
    ['emoji', z.emoji()],
    ['stringFormat with a function', z.stringFormat('x', () => true)],
    ['httpUrl', z.httpUrl()],
    ['normalized url', z.url({ normalize: true })],
    ['loose protocol', z.url({ protocol: /http/ })],
    ['includes with position', z.string().includes('x', { position: 3 })],
    ['fractional multiples', z.number().multipleOf(0.5)],
    ['multiples of nothing', z.number().multipleOf(0)],
    ['negative multiples', z.int().multipleOf(-2)],
    ['a fraction of a character', z.string().min(1.5)],
    ['a negative length', z.string().max(-1)],
    ['a length that is not a number', z.string().length(Number.NaN)],
    ['a length without end', z.string().min(Number.POSITIVE_INFINITY)],
    ['a fraction of an item', z.array(z.string()).min(1.5)],
    ['fewer items than none', z.array(z.string()).max(-1)],
    ['a fraction of an entry', mapOf(z.string(), { max: 1.5 })],
    ['fewer entries than none', mapOf(z.string(), { min: -1 })],
    ['a bound that is not a number', z.number().min(1).max(Number.NaN)],
    ['an integer bound that is not a number', z.int().min(Number.NaN)],
    ['bounds beyond 64 bits', z.number().max(1e20)],
    ['catchall', z.object({}).catchall(z.string())],
    ['keys with a pattern', z.record(z.string().regex(/^a/), z.string())],
    ['keys of a format', z.record(z.uuid(), z.string())],
    ['loose record', z.looseRecord(z.string().regex(/^a/), z.string())],
    ['default in a list', z.array(z.string().default('x'))],
    ['optional in a list', z.array(z.string().optional())],
    ['default in a map', z.record(z.string(), z.string().default('x'))],
    ['union of text and boolean', z.union([z.string(), z.boolean()])],
    ['union of text and number', z.union([z.string(), z.number()])],
    ['union of objects that part ways', z.union([z.object({ a: z.string() }), z.object({ a: z.int() })])],
    ['union with one nullable option', z.union([z.object({ a: z.string().nullable() }), z.object({ a: z.string() })])],
    ['union with one optional option', z.union([z.string().optional(), z.string()])],
    ['union with a default in one option', z.union([z.object({ a: z.int().default(1) }), z.object({ b: z.int() })])],
    [
      'union with a default deep in one option',
      z.union([z.object({ x: z.object({ a: z.int().default(1) }) }), z.object({ x: z.object({ b: z.int() }) })]),
    ],
    ['union with rules in one option', z.union([withRules(z.string(), [{ rule: 'true' }]), z.string()])],
    ['mixed literals', z.literal(['a', 1])],
    ['integers among fractions', z.literal([1, 1.5])],
    ['a bigint literal', z.literal(1n)],
    ['joined objects that overlap', z.object({ a: z.string() }).and(z.object({ a: z.string() }))],
    ['joined scalars', z.string().and(z.string())],
    ['a default that is not valid', z.int().max(3).default(5)],
    ['a default with unknown fields', z.object({ a: z.string() }).default({ a: 'x', b: 'y' } as never)],
    ['a default that is not complete', z.object({ a: z.int().default(1), b: z.int() }).default({ b: 2 } as never)],
    ['a default of null', z.string().nullable().default(null)],
    ['a default that is no JSON', z.unknown().default(() => new Date(0))],
    [
      'a default that changes',
      z.int().default(
        (
          (next) => () =>
            next++
        )(1),
      ),
    ],
    ['a default that is asked for', z.string().default('x').nonoptional()],
    ['keys that are symbols', z.object({ [Symbol('x')]: z.string() } as never)],
    ['keywords in meta', z.string().meta({ maxLength: 3 })],
    ['unknown extensions', z.string().meta({ 'x-kubernetes-foo': true })],
    ['zod 3', z3.string() as never],
    ['zod 3 in an object', z.object({ b: z3.string() as never })],
    ['zod 3 in a list', z.array(z3.string() as never)],
    ['zod 3 in a union', z.union([z3.string() as never, z.int()])],
    ['zod 3 as keys', z.record(z3.string() as never, z.string())],
    ['zod 3 joined', z.intersection(z3.object({}) as never, z.object({}))],
    ['zod 3 that is optional', z.optional(z3.string() as never)],
    ['plain data', { type: 'string' } as never],
    ['a function instead of a schema', z.string as never],
  ]

  it.each(cases)('%s', (_name, schema) => {
    const [first, ...others] = refusals(schema)
    expect(first).toMatch(/^spec\.a/)
    expect([first, ...others].slice(0, 5).join('\n')).toMatchSnapshot()
  })

  it('reports all of them at once, each with its own path', () => {
    const schema = z.object({
      list: z.array(z.object({ when: z.date() })),
      map: z.record(z.string(), z.bigint()),
      'odd name': z.symbol(),
    })
    expect(refusals(schema).map((text) => text.split(':')[0])).toEqual([
      'spec.a.list[*].when',
      'spec.a.map.*',
      'spec.a["odd name"]',
    ])
  })
})
