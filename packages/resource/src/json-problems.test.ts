import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineResource } from './define-resource.ts'
import { mostLevels } from './json-problems.ts'
import { preserveUnknown } from './open-schemas.ts'
import { formatProblem } from './schema/problem.ts'

const Box = defineResource({
  group: 'boxes.example.dev',
  version: 'v1',
  kind: 'Box',
  scope: 'Cluster',
  spec: z.object({ any: preserveUnknown<unknown>().optional(), count: z.number().optional() }),
})

const holding = (any: unknown) => ({ metadata: { name: 'a' }, spec: { any } })

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

class Point {
  readonly x = 1
}

describe('a value that is not JSON', () => {
  const cases: readonly { name: string; any: unknown; says: string }[] = [
    { name: 'a bigint', any: 1n, says: 'spec.any: Invalid value: "bigint": must be JSON' },
    { name: 'NaN', any: Number.NaN, says: 'spec.any: Invalid value: "NaN": must be JSON' },
    { name: 'Infinity', any: { a: -Infinity }, says: 'spec.any.a: Invalid value: "-Infinity": must be JSON' },
    { name: 'a function', any: [() => 1], says: 'spec.any[0]: Invalid value: "function": must be JSON' },
    { name: 'a symbol', any: Symbol('s'), says: 'spec.any: Invalid value: "symbol": must be JSON' },
    { name: 'a map', any: new Map(), says: 'spec.any: Invalid value: "instance of Map": must be JSON' },
    { name: 'a date', any: new Date(0), says: 'spec.any: Invalid value: "instance of Date": must be JSON' },
    { name: 'a class instance', any: new Point(), says: 'spec.any: Invalid value: "instance of Point": must be JSON' },
    {
      name: 'an instance without a constructor name',
      any: Object.create({ constructor: null }),
      says: 'spec.any: Invalid value: "instance of a class": must be JSON',
    },
    { name: 'undefined in a list', any: [undefined], says: 'spec.any[0]: Invalid value: "undefined": must be JSON' },
    {
      name: 'a hole in a list',
      any: Object.assign([], { length: 1 }),
      says: 'spec.any[0]: Invalid value: "undefined": must be JSON',
    },
  ]

  it.each(cases)('is refused with its path: $name', ({ any, says }) => {
    expect(Box.validate(holding(any)).map(formatProblem)).toEqual([says])
    expect(Box.safeParse(holding(any)).object).toBeUndefined()
    expect(() => Box.parse(holding(any))).toThrow(says)
  })

  it('is refused even if the schema would prune it, with every path', () => {
    const object = { metadata: { name: 'a' }, spec: { count: 1n, unheard: Number.NaN } }
    expect(Box.validate(object).map(({ field }) => field)).toEqual(['spec.count', 'spec.unheard'])
  })

  it.each([1n, Symbol('s'), () => 1, new Map()])('is refused as a whole object: %s', (object) => {
    expect(Box.validate(object)).toHaveLength(1)
  })

  it.each([
    { name: 'lists', wrap: (inner: unknown) => [inner] },
    { name: 'objects', wrap: (inner: unknown) => ({ inner }) },
  ])('is refused if nested too deeply: $name', ({ wrap }) => {
    const [problem, ...others] = Box.validate(holding(nested(20_000, wrap)))
    expect(others).toEqual([])
    expect(problem?.field).toMatch(/^spec\.any/)
    expect(problem?.message).toBe('Invalid value: "object": must not be nested deeper than 1000 levels')
    expect(Box.validate(holding(nested(mostLevels - 2, wrap)))).toEqual([])
  })

  it('is refused if it contains itself', () => {
    const loop: Record<string, unknown> = {}
    Object.assign(loop, { left: loop, right: loop })
    expect(Box.validate(holding(loop))).toHaveLength(1)
  })
})

describe('a JSON value', () => {
  it('may have undefined members, or no prototype', () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1, b: undefined })
    expect(Box.parse({ ...holding(bare), status: undefined }).spec).toEqual({ any: { a: 1 } })
  })
})
