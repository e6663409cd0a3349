import { describe, expect, it } from 'vitest'
import { compileCel, type Evaluation } from '../compile-cel.ts'
import { toJson } from '../schema/to-json.ts'
import { stringType } from '../types/type.ts'
import { standardFunctions } from './libraries.ts'

const environment = { variables: new Map([['text', stringType]]), functions: standardFunctions }

function evaluate(expression: string, text: string): Evaluation {
  const program = compileCel(expression, environment)
  if ('problem' in program) throw new Error(program.problem)
  return program.evaluate(() => text)
}

describe('CEL regular expressions', () => {
  it.each([
    ["text.find('(a|ab)(c|bcd)?')", 'abcd', 'abcd'],
    ["text.find('(?:a|ab)$')", 'ab', 'ab'],
    ["text.find('x')", 'ab', ''],
    ["text.findAll('a*')", 'baaab', ['', 'aaa', '']],
    ["text.findAll('[a-z]', 2)", 'abc', ['a', 'b']],
    ["text.findAll('[a-z]', 0)", 'abc', []],
    ["text.matches('^(?i)ABC$')", 'abc', true],
  ])('evaluates %s', (expression, text, expected) => {
    const outcome = evaluate(expression, text)
    expect('value' in outcome && toJson(outcome.value)).toEqual(expected)
  })

  it.each(['^(a+)+$', '(a|a)*b', '(a*)*c', '((a?){20}){5}b', '(a+a+)+y'])(
    'matches %s in linear time, where a backtracking engine would not finish',
    (pattern) => {
      const text = `${'a'.repeat(2_000)}!`
      expect(evaluate(`text.matches('${pattern}')`, text)).toMatchObject({ value: false })
      expect(evaluate(`text.find('${pattern}') == ''`, text)).toMatchObject({ value: true })
    },
  )

  it('cancels a match of a large pattern on a large text with the cost limit error', () => {
    const tooMuch = { error: 'operation cancelled: actual cost limit exceeded', isOverLimit: true }
    expect(evaluate("text.find('(a|b)*a(a|b){900}$') == ''", 'ab'.repeat(50_000))).toMatchObject(tooMuch)
  })
})
