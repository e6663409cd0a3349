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

describe('a program', () => {
  it('says what it costs', () => {
    expect(evaluate('n + 1 == 3', { n: 2n })).toEqual({ value: true, cost: 3 })
  })

  it('stops at its limit', () => {
    const list = new ArrayValue(Array.from({ length: 1000 }, (_, index) => BigInt(index)))
    expect(evaluate('list.all(x, list.all(y, x + y >= 0))', { list }, 5000)).toMatchObject({
      error: 'operation cancelled: actual cost limit exceeded',
      isOverLimit: true,
    })
  })

  it('tells variables that have no value this time', () => {
    expect(evaluate('n == 1')).toMatchObject({ error: 'no such attribute(s): n', isOverLimit: false })
  })

  it('keeps a null that is there', () => {
    expect(evaluate("{'a': null}['a'] == null")).toMatchObject({ value: true })
    expect(evaluate('any == null', { any: null })).toMatchObject({ value: true })
  })

  it('builds long lists and maps in time that grows with their length', () => {
    const list = new ArrayValue(Array.from({ length: 20_000 }, (_, index) => BigInt(index)))
    expect(evaluate('list.map(x, x + 1).size() == 20000', { list })).toMatchObject({ value: true })
    expect(evaluate('list.transformMap(i, x, x).size() == 20000', { list })).toMatchObject({ value: true })
  })

  it('does not let lists that share their start see each other', () => {
    const expression = '[list + [1]].map(l, [l + [2], l + [3]])[0] == [[0, 1, 2], [0, 1, 3]]'
    expect(evaluate(expression, { list: new ArrayValue([0n]) })).toMatchObject({ value: true })
  })

  it.each([
    ['nests too deep', `${'('.repeat(300)}1${')'.repeat(300)}`, 'expression recursion limit exceeded: 250'],
    ['is a long path', `any${'.a'.repeat(40_000)}`, 'expression recursion limit exceeded: 250'],
    ['is a long sum', `1${' + 1'.repeat(20_000)} == 1`, 'expression recursion limit exceeded: 250'],
    ['is too long', `'${'a'.repeat(100_001)}'`, 'expression code point size exceeds limit'],
  ])('is refused when the text %s', (_, expression, problem) => {
    expect(compileCel(expression, environment)).toHaveProperty('problem', expect.stringContaining(problem))
  })

  it('reads a macro on a macro on a macro once each', () => {
    const expression = `optional.of(n)${'.optMap(x, x + 1)'.repeat(40)}.hasValue()`
    expect(evaluate(expression, { n: 1n })).toMatchObject({ isOverLimit: true })
  })

  it('is read when the text is a chain of thousands', () => {
    expect(evaluate(Array.from({ length: 5000 }, () => 'n == 1').join(' || '), { n: 2n })).toMatchObject({
      value: false,
    })
  })
})
