import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineResource } from '../define-resource.ts'
import { checkSchema } from '../schema/check-schema.ts'
import { formatProblem } from '../schema/problem.ts'
import { agreement } from './agreement.arbitrary.ts'
import { resourceSample } from './zod-schemas.arbitrary.ts'

/** A thousand definitions take a few seconds; `tools/schema-oracle/fuzz.ts` runs as many as one likes, against Go too. */
const runs = { seed: 20_261_115, numRuns: 250 }

describe('any generated definition', () => {
  it('has a structural schema', () => {
    fc.assert(
      fc.property(resourceSample, ({ resource }) => {
        expect(checkSchema(resource.schema)).toEqual([])
      }),
      runs,
    )
  })

  it('accepts the same values in zod and in the CRD schema, with the same result', () => {
    fc.assert(
      fc.property(resourceSample, (sample) => {
        expect(sample.values.flatMap((value) => agreement(sample, value))).toEqual([])
      }),
      runs,
    )
  })
})

/** Where the two cannot agree, the API server decides, and `validate` follows it. `docs/decisions/0031` lists these. */
describe('differences between the API server and zod', () => {
  function serverAccepts(schema: z.ZodType, value: unknown): boolean {
    const { validate } = definitionOf(schema)
    return validate({ metadata: { name: 'a' }, spec: { field: value } }).map(formatProblem).length === 0
  }
  function definitionOf(schema: z.ZodType) {
    const resource = defineResource({
      group: 'samples.example.dev',
      version: 'v1',
      kind: 'Sample',
      scope: 'Namespaced',
      spec: z.object({ field: schema }),
    })
    return { validate: (object: unknown) => resource.validate(object) }
  }

  const cases: readonly { name: string; schema: z.ZodType; value: unknown; zod: boolean; server: boolean }[] = [
    {
      name: 'null in an optional field counts as absent',
      schema: z.string().optional(),
      value: null,
      zod: false,
      server: true,
    },
    {
      name: 'unknown fields of a strict object are dropped, not refused',
      schema: z.strictObject({}),
      value: { x: 1 },
      zod: false,
      server: true,
    },
    {
      name: 'a list is accepted for a string with a format',
      schema: z.iso.date(),
      value: ['x'],
      zod: false,
      server: true,
    },
    { name: 'integers have 64 bits', schema: z.int(), value: 2 ** 60, zod: false, server: true },
    { name: 'URLs are parsed by Go', schema: z.url(), value: ' https://example.dev ', zod: true, server: false },
    {
      name: 'without the flag u, a character beyond U+FFFF counts twice in zod',
      schema: z.string().regex(/^.$/),
      value: '😀',
      zod: false,
      server: true,
    },
    {
      name: 'the flag i also matches the Kelvin sign',
      schema: z.string().regex(/^k$/i),
      value: '\u212a',
      zod: false,
      server: true,
    },
    {
      name: 'a field of another union option is validated by its type',
      schema: z.union([z.object({ a: z.string() }), z.object({ b: z.int() })]),
      value: { a: 'x', b: 'stray' },
      zod: true,
      server: false,
    },
    {
      name: 'a float that is a multiple to nine digits is accepted',
      schema: z.number().multipleOf(2),
      value: 2_000_000_000.000_5,
      zod: false,
      server: true,
    },
  ]

  it.each(cases)('$name', ({ schema, value, zod, server }) => {
    expect({ zod: schema.safeParse(value).success, server: serverAccepts(schema, value) }).toEqual({ zod, server })
  })

  it('do not exist for the length of strings', () => {
    expect([z.string().max(1).safeParse('😀').success, serverAccepts(z.string().max(1), '😀')]).toEqual([true, true])
  })
})
