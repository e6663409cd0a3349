import { describe, expect, it } from 'vitest'
import { goFormat, goSyntax, goTypeName } from './go-value-text.ts'

describe('goFormat', () => {
  it.each([
    [
      { spec: { replicas: 'x', a: [1, { c: true, b: null }], n: 1.5 } },
      'map[spec:map[a:[1 map[b:<nil> c:true]] n:1.5 replicas:x]]',
    ],
    [{}, 'map[]'],
  ])('prints %j as Go does', (value, text) => {
    expect(goFormat(value)).toBe(text)
  })
})

describe('goSyntax and goTypeName', () => {
  it.each([
    [5, '5', 'int64'],
    [1.5, '1.5', 'float64'],
    ['a"b', '"a\\"b"', 'string'],
    [true, 'true', 'bool'],
    [null, 'interface {}(nil)', '<nil>'],
    [[1, 'x'], '[]interface {}{1, "x"}', '[]interface {}'],
    [{ b: 1, a: [] }, 'map[string]interface {}{"a":[]interface {}{}, "b":1}', 'map[string]interface {}'],
  ])('print %j as %s', (value, syntax, type) => {
    expect(goSyntax(value)).toBe(syntax)
    expect(goTypeName(value)).toBe(type)
  })
})
