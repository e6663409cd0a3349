import { describe, expect, it } from 'vitest'
import { compileCel } from './compile-cel.ts'
import { standardFunctions } from './functions/libraries.ts'
import { dynType, intType, listType } from './types/type.ts'
import { ArrayValue } from './values/collection.ts'
import type { Value } from './values/value.ts'

const environment = {
  variables: new Map([
    ['n', intType],
    ['list', listType(intType)],
    ['any', dynType],
  ]),
  functions: standardFunctions,
}

function evaluate(expression: string, variables: Record<string, Value> = {}, limit?: number) {
  const program = compileCel(expression, environment)
  if ('problem' in program) return program
  return program.evaluate((name) => variables[name], limit)
}

describe('a compiled CEL expression', () => {
  it('returns its value with its runtime cost', () => {
    expect(evaluate('n + 1 == 3', { n: 2n })).toEqual({ value: true, cost: 3 })
  })

  it('is cancelled at its cost limit', () => {
    const list = new ArrayValue(Array.from({ length: 1000 }, (_, index) => BigInt(index)))
    expect(evaluate('list.all(x, list.all(y, x + y >= 0))', { list }, 5000)).toMatchObject({
      error: 'operation cancelled: actual cost limit exceeded',
      isOverLimit: true,
    })
  })

  it('fails with "no such attribute(s)" for a declared variable without a value', () => {
    expect(evaluate('n == 1')).toMatchObject({ error: 'no such attribute(s): n', isOverLimit: false })
  })

  it('treats null as a present value', () => {
    expect(evaluate("{'a': null}['a'] == null")).toMatchObject({ value: true })
    expect(evaluate('any == null', { any: null })).toMatchObject({ value: true })
  })

  it('builds lists and maps of 20,000 elements without quadratic time', () => {
    const list = new ArrayValue(Array.from({ length: 20_000 }, (_, index) => BigInt(index)))
    expect(evaluate('list.map(x, x + 1).size() == 20000', { list })).toMatchObject({ value: true })
    expect(evaluate('list.transformMap(i, x, x).size() == 20000', { list })).toMatchObject({ value: true })
  })

  it('does not alias lists that were appended to the same prefix', () => {
    const expression = '[list + [1]].map(l, [l + [2], l + [3]])[0] == [[0, 1, 2], [0, 1, 3]]'
    expect(evaluate(expression, { list: new ArrayValue([0n]) })).toMatchObject({ value: true })
  })

  it.each([
    ['nests too deeply', `${'('.repeat(300)}1${')'.repeat(300)}`, 'expression recursion limit exceeded: 250'],
    ['is a long field path', `any${'.a'.repeat(40_000)}`, 'expression recursion limit exceeded: 250'],
    ['is a long sum', `1${' + 1'.repeat(20_000)} == 1`, 'expression recursion limit exceeded: 250'],
    ['is too long', `'${'a'.repeat(100_001)}'`, 'expression code point size exceeds limit'],
  ])('is rejected when the source %s', (_, expression, problem) => {
    expect(compileCel(expression, environment)).toHaveProperty('problem', expect.stringContaining(problem))
  })

  it('expands nested optMap macros in linear time', () => {
    const expression = `optional.of(n)${'.optMap(x, x + 1)'.repeat(40)}.hasValue()`
    expect(evaluate(expression, { n: 1n })).toMatchObject({ isOverLimit: true })
  })

  it('may be a chain of thousands of || operators', () => {
    expect(evaluate(Array.from({ length: 5000 }, () => 'n == 1').join(' || '), { n: 2n })).toMatchObject({
      value: false,
    })
  })
})
