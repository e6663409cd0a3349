import { describe, expect, it } from 'vitest'
import { goQuote, goTimeQuote } from './go-quote.ts'

// Expected values were printed by Go 1.26.
describe('goQuote', () => {
  it.each([
    ['', '""'],
    ['spec.foo', '"spec.foo"'],
    ['a "b"', '"a \\"b\\""'],
    ['a\\b', '"a\\\\b"'],
    ["a'`b", '"a\'`b"'],
    ['\x07\b\f\n\r\t\v', '"\\a\\b\\f\\n\\r\\t\\v"'],
    ['\x00\x01\x1f\x7f', '"\\x00\\x01\\x1f\\x7f"'],
    ['é\x01\n', '"é\\x01\\n"'],
    ['é😀日本', '"é😀日本"'],
    ['e\u0301', '"e\u0301"'],
    ['\u00a0\u2028\ufeff', '"\\u00a0\\u2028\\ufeff"'],
    ['\u00ad\u200b\u0378', '"\\u00ad\\u200b\\u0378"'],
    ['\u{e0001}\u{f0000}', '"\\U000e0001\\U000f0000"'],
    ['\ufffd', '"\ufffd"'],
  ])('of %j is %s', (text, quoted) => {
    expect(goQuote(text)).toBe(quoted)
  })

  it("replaces a lone surrogate as Go's JSON decoder does", () => {
    expect(goQuote('a\ud800b')).toBe('"a\ufffdb"')
  })
})

describe('goTimeQuote', () => {
  it.each([
    ['1x', '"1x"'],
    ['1"\\', '"1\\"\\\\"'],
    ['1\n', '"1\\x0a"'],
    ['1é', '"1\\xc3\\xa9"'],
    ['😀', '"\\xf0\\x9f\\x98\\x80"'],
    ['1~ \x7f', '"1~ \x7f"'],
    ['1\ufffd', '"1\\xef\\xbf\\xbd"'],
  ])('of %j is %s', (text, quoted) => {
    expect(goTimeQuote(text)).toBe(quoted)
  })
})
