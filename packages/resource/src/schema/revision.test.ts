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

/** What is said against `next`, as `field` only. */
function judge(next: object, old: object): readonly string[] {
  const problems = validateValue(next as never, schema, '', new Revision(next as never, old as never, schema))
  return problems.map(({ field }) => field)
}

describe('Revision', () => {
  const cases = [
    { name: 'forgives a field that has not changed', old: { a: 5 }, next: { a: 5, b: 1 }, told: [] },
    { name: 'does not forgive a field that has', old: { a: 5 }, next: { a: 6 }, told: ['a'] },
    { name: 'does not forgive a field that is new', old: {}, next: { a: 6 }, told: ['a'] },
    { name: 'never forgives the type of the object', old: { kind: 'AB' }, next: { kind: 'AB', b: 1 }, told: ['kind'] },
    { name: 'forgives a list as a whole', old: { atomic: [5, 6] }, next: { atomic: [5, 6], b: 1 }, told: [] },
    {
      name: 'does not forgive single items of it',
      old: { atomic: [5, 6] },
      next: { atomic: [6, 5] },
      told: ['atomic[0]', 'atomic[1]', 'atomic'],
    },
    {
      name: 'finds the items of a map by their keys',
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
      name: 'sees no change in another order of a map',
      old: { a: 5, ports: [{ name: 'x' }, { name: 'y' }] },
      next: { a: 5, ports: [{ name: 'y' }, { name: 'x' }] },
      told: [],
    },
    {
      name: 'cannot tell whether unknown fields are the same',
      old: { open: { x: 1, y: 2 } },
      next: { open: { x: 1, y: 2 }, b: 1 },
      told: ['open'],
    },
    { name: 'finds the values of maps', old: { sizes: { x: 5 } }, next: { sizes: { x: 5, y: 6 } }, told: ['sizes.y'] },
    {
      name: 'forgives nothing inside allOf',
      old: { either: { x: 5 } },
      next: { either: { x: 5, y: 1 } },
      told: ['either.x', '<nil>'],
    },
  ]
  it.each(cases)('$name', ({ old, next, told }) => {
    expect(judge(next, old)).toEqual(told)
  })

  it('forgives everything when nothing has changed', () => {
    const object = { a: 5, either: { x: 5 } }
    const problems = validateValue(object, schema, '', new Revision(object, structuredClone(object), schema))
    expect(problems.map(formatProblem)).toEqual([])
  })
})
