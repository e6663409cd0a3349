import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatJsonPointer, parseJsonPointer } from './json-pointer.ts'

describe('JSON Pointer', () => {
  it.each([
    { pointer: '', path: [] },
    { pointer: '/', path: [''] },
    { pointer: '/a/0/-', path: ['a', '0', '-'] },
    { pointer: '/a~1b/m~0n', path: ['a/b', 'm~n'] },
    { pointer: '/~01', path: ['~1'] },
    { pointer: '/a//b/', path: ['a', '', 'b', ''] },
    { pointer: '/__proto__/ü %"\\', path: ['__proto__', 'ü %"\\'] },
  ])('parses and formats $pointer', ({ pointer, path }) => {
    expect([parseJsonPointer(pointer), formatJsonPointer(path)]).toEqual([path, pointer])
  })

  it.each([
    { pointer: 'a', why: 'it does not start with a slash' },
    { pointer: '#/a', why: 'it does not start with a slash' },
    { pointer: '/a~', why: 'a tilde is followed by neither 0 nor 1' },
    { pointer: '/a~2', why: 'a tilde is followed by neither 0 nor 1' },
  ])('refuses $pointer', ({ pointer, why }) => {
    expect(() => parseJsonPointer(pointer)).toThrow(
      `Cannot read the JSON Pointer ${JSON.stringify(pointer)}: ${why}. Write '/spec/replicas'; inside a key write ~1 for / and ~0 for ~.`,
    )
  })

  it('round-trips any path', () => {
    const token = fc.string({ unit: fc.constantFrom('a', '/', '~', '0', '1', 'ü') })
    fc.assert(
      fc.property(fc.array(token), (path) => {
        expect(parseJsonPointer(formatJsonPointer(path))).toEqual(path)
      }),
    )
  })
})
