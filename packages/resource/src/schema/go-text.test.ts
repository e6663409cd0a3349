import { describe, expect, it } from 'vitest'
import { goFloat, goJson, goNumber } from './go-text.ts'

describe('formatting numbers as Go does', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [51, '51'],
    [2 ** 53, '9007199254740992'],
    [-(2 ** 63), '-9223372036854775808'],
    [2 ** 63, '9.223372036854776e+18'],
  ])('decoded from JSON: %d is %s', (value, text) => {
    expect(goNumber(value)).toBe(text)
  })

  it.each([
    [3.5, '3.5'],
    [100000.5, '100000.5'],
    [1234567.5, '1.2345675e+06'],
    [1e21, '1e+21'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-1e-7, '-1e-07'],
    [2147483648, '2.147483648e+09'],
  ])('as float64: %d is %s', (value, text) => {
    expect(goFloat(value)).toBe(text)
  })
})

describe('formatting JSON as Go does', () => {
  it('sorts keys and escapes HTML characters', () => {
    expect(goJson({ b: 1, a: ['<x>', null, undefined] })).toBe('{"a":["\\u003cx\\u003e",null,null],"b":1}')
  })
})
