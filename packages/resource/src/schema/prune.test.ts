import type { JsonValue } from '@kubewright/core/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prune } from './prune.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { structuralSchema, valueFor } from './structural-schemas.arbitrary.ts'

const named: StructuralSchema = { type: 'object', properties: { a: { type: 'string' } } }

describe('prune', () => {
  const cases: readonly {
    name: string
    schema: StructuralSchema
    value: JsonValue
    kept: JsonValue
    unknown: string[]
  }[] = [
    {
      name: 'drops fields that the schema does not name',
      schema: named,
      value: { a: '1', b: 2 },
      kept: { a: '1' },
      unknown: ['b'],
    },
    {
      name: 'drops inside lists and maps',
      schema: {
        type: 'object',
        properties: { l: { type: 'array', items: named }, m: { type: 'object', additionalProperties: named } },
      },
      value: { l: [{ b: 1 }], m: { x: { a: '1', c: 1 } } },
      kept: { l: [{}], m: { x: { a: '1' } } },
      unknown: ['l[0].b', 'm.x.c'],
    },
    {
      name: 'keeps fields under x-kubernetes-preserve-unknown-fields, but prunes named fields inside',
      schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { n: named } },
      value: { free: { x: 1 }, n: { a: '1', b: 2 } },
      kept: { free: { x: 1 }, n: { a: '1' } },
      unknown: ['n.b'],
    },
    {
      name: 'keeps apiVersion, kind and metadata of embedded objects',
      schema: {
        type: 'object',
        properties: { e: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: named } } },
      },
      value: { e: { apiVersion: 'v1', kind: 'X', metadata: { any: 1 }, spec: { b: 1 }, other: 1 } },
      kept: { e: { apiVersion: 'v1', kind: 'X', metadata: { any: 1 }, spec: {} } },
      unknown: ['e.other', 'e.spec.b'],
    },
    {
      name: 'treats __proto__ like any other field',
      schema: named,
      value: JSON.parse('{"__proto__":{"a":1},"a":"x"}') as JsonValue,
      kept: { a: 'x' },
      unknown: ['__proto__'],
    },
  ]

  it.each(cases)('$name', ({ schema, value, kept, unknown }) => {
    const dropped: string[] = []
    expect(prune(value, schema, { onUnknown: (path) => dropped.push(path) })).toEqual(kept)
    expect(dropped.sort()).toEqual(unknown)
  })

  it('keeps apiVersion, kind and metadata at the root of a resource', () => {
    const object = { apiVersion: 'v1', kind: 'X', metadata: { name: 'a' }, a: '1', b: 2 }
    expect(prune(object, named, { isResource: true })).toEqual({
      apiVersion: 'v1',
      kind: 'X',
      metadata: { name: 'a' },
      a: '1',
    })
  })

  it('returns the same reference if there is nothing to drop', () => {
    const value = { a: '1' }
    expect(prune(value, named)).toBe(value)
  })

  it('is idempotent, and does not change its input', () => {
    const sample = structuralSchema.chain((schema) => fc.tuple(fc.constant(schema), valueFor(schema)))
    fc.assert(
      fc.property(sample, ([schema, value]) => {
        const before = JSON.stringify(value)
        const once = prune(value, schema)
        expect(prune(once, schema)).toBe(once)
        expect(JSON.stringify(value)).toBe(before)
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})
