import { describe, expect, it } from 'vitest'
import { formatProblem } from './problem.ts'
import { Revision } from './revision.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { validateValue } from './validate-value.ts'

const schema: StructuralSchema = {
  type: 'object',
  properties: {
    kind: { type: 'string', maxLength: 1 },
    a: { type: 'integer', maximum: 1 },
    b: { type: 'integer' },
    atomic: { type: 'array', maxItems: 1, items: { type: 'integer', maximum: 1 } },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', properties: { name: { type: 'string' }, port: { type: 'integer', maximum: 1 } } },
    },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, maxProperties: 1 },
    sizes: { type: 'object', additionalProperties: { type: 'integer', maximum: 1 } },
    either: {
      type: 'object',
      properties: { x: { type: 'integer' }, y: { type: 'integer' } },
      allOf: [{ properties: { x: { maximum: 1 } } }],
    },
  },
}

/** The fields of the problems of `next`. */
function judge(next: object, old: object): readonly string[] {
  const problems = validateValue(next as never, schema, '', new Revision(next as never, old as never, schema))
  return problems.map(({ field }) => field)
}

describe('Revision: ratcheting validation on update', () => {
  const cases = [
    { name: 'tolerates a problem in an unchanged field', old: { a: 5 }, next: { a: 5, b: 1 }, told: [] },
    { name: 'reports a problem in a changed field', old: { a: 5 }, next: { a: 6 }, told: ['a'] },
    { name: 'reports a problem in a new field', old: {}, next: { a: 6 }, told: ['a'] },
    {
      name: 'always reports problems of apiVersion and kind',
      old: { kind: 'AB' },
      next: { kind: 'AB', b: 1 },
      told: ['kind'],
    },
    {
      name: 'tolerates problems in an unchanged list',
      old: { atomic: [5, 6] },
      next: { atomic: [5, 6], b: 1 },
      told: [],
    },
    {
      name: 'reports problems in all items of a changed atomic list',
      old: { atomic: [5, 6] },
      next: { atomic: [6, 5] },
      told: ['atomic[0]', 'atomic[1]', 'atomic'],
    },
    {
      name: 'matches items of a list map by their keys',
      old: { ports: [{ name: 'x', port: 5 }] },
      next: {
        ports: [
          { name: 'y', port: 6 },
          { name: 'x', port: 5 },
        ],
      },
      told: ['ports[0].port'],
    },
    {
      name: 'treats a reordered list map as unchanged',
      old: { a: 5, ports: [{ name: 'x' }, { name: 'y' }] },
      next: { a: 5, ports: [{ name: 'y' }, { name: 'x' }] },
      told: [],
    },
    {
      name: 'reports problems in unknown fields',
      old: { open: { x: 1, y: 2 } },
      next: { open: { x: 1, y: 2 }, b: 1 },
      told: ['open'],
    },
    {
      name: 'matches values of maps by their keys',
      old: { sizes: { x: 5 } },
      next: { sizes: { x: 5, y: 6 } },
      told: ['sizes.y'],
    },
    {
      name: 'reports problems inside allOf',
      old: { either: { x: 5 } },
      next: { either: { x: 5, y: 1 } },
      told: ['either.x', '<nil>'],
    },
  ]
  it.each(cases)('$name', ({ old, next, told }) => {
    expect(judge(next, old)).toEqual(told)
  })

  it('tolerates every problem of an unchanged object', () => {
    const object = { a: 5, either: { x: 5 } }
    const problems = validateValue(object, schema, '', new Revision(object, structuredClone(object), schema))
    expect(problems.map(formatProblem)).toEqual([])
  })
})
