import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { literalText } from './literal-text.ts'

it('literalText keeps a value on one line if it fits', () => {
  expect(literalText({ type: 'array', items: { $ref: 'a' }, required: ['b', 'c'], default: {} })).toBe(
    "{ type: 'array', items: { $ref: 'a' }, required: ['b', 'c'], default: {} }",
  )
})

it('literalText writes each member on its own line if it does not fit', () => {
  const long = 'x'.repeat(110)
  expect(literalText({ long, 'a-b': [1] })).toBe(`{\n  long: '${long}',\n  'a-b': [1],\n}`)
})

it('literalText writes source that evaluates to the value', () => {
  const evaluate = (source: string): unknown => runInThisContext(`(${source})`)
  // `__proto__` as a key of a literal sets the prototype; no field of any kind is called that.
  const texts = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value))
  const json = texts.filter((text) => !text.includes('__proto__')).map((text): unknown => JSON.parse(text))
  const holds = (value: unknown) => {
    expect(evaluate(literalText(value))).toEqual(value)
  }
  fc.assert(fc.property(json, holds))
})
