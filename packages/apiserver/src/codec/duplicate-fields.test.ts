import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDuplicateFields } from './duplicate-fields.ts'
import { surveyJson } from './json-survey.ts'
import { NotJson } from './json-text.ts'

describe('findDuplicateFields', () => {
  it.each([
    { text: '{}', found: [] },
    { text: '{"a":{"b":1},"b":1}', found: [] },
    { text: '{"a":1,"a":2}', found: ['duplicate field "a"'] },
    { text: '{"a":1,"a":2,"a":3}', found: ['duplicate field "a"'] },
    {
      text: '{"s":{"a":1,"a":2,"b":{"c":[0,{"d":1,"d":2}]}}}',
      found: ['duplicate field "s.a"', 'duplicate field "s.b.c[1].d"'],
    },
    { text: '{"a":"\\":{","\\u0061":1}', found: ['duplicate field "a"'] },
    { text: '{"\\\\":1,"a\\\\\\"":2, "x":"}:{"}', found: [] },
  ])('finds $found in $text', ({ text, found }) => {
    expect(findDuplicateFields(text)).toEqual(found)
  })

  it('finds none in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
        expect(findDuplicateFields(JSON.stringify(value, null, indent))).toEqual([])
      }),
    )
  })

  it('refuses too deep nesting', () => {
    expect(() => findDuplicateFields(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)).toThrow(NotJson)
  })
})

describe('surveyJson', () => {
  it.each(['{"a":1.0}', '[1e3]', '[1E3]', '["\\ud800"]', '{"a":-0.5}'])('flags %s as unusual', (text) => {
    expect(surveyJson(text).isUnusual).toBe(true)
  })

  it.each(['{"a":[true,false,null,-12]}', '{"a.e":"1.5e3"}', '["\\u00e9\\"\\\\",":"]'])(
    'accepts %s as usual',
    (text) => {
      expect(surveyJson(text).isUnusual).toBe(false)
    },
  )
})
