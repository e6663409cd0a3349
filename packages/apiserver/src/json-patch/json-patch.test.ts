import fc from 'fast-check'
import { applyJsonPatch, type JsonPatch } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { applyOperations } from './json-patch.ts'
import { readOperations } from './operations.ts'
import { PatchFailure } from './patch-failure.ts'

const apply = (document: string, ...operations: object[]) =>
  applyOperations(document, readOperations(JSON.stringify(operations))!)

/** All as in kube-apiserver 1.36.4. */
describe('applyOperations', () => {
  it.each([
    ['replaces a missing member', { op: 'replace', path: '/z', value: 1 }, '{"a":[1,2],"z":1}'],
    ['accepts a negative index', { op: 'remove', path: '/a/-1' }, '{"a":[1]}'],
    [
      'inserts at a negative index, counted from behind the end',
      { op: 'add', path: '/a/-1', value: 3 },
      '{"a":[1,2,3]}',
    ],
    ['appends', { op: 'add', path: '/a/-', value: 3 }, '{"a":[1,2,3]}'],
    ['accepts an index with leading zeros', { op: 'add', path: '/a/01', value: 3 }, '{"a":[1,3,2]}'],
    ['copies a missing value as null', { op: 'copy', from: '/z', path: '/b' }, '{"a":[1,2],"b":null}'],
    ['adds a null', { op: 'add', path: '/b', value: null }, '{"a":[1,2],"b":null}'],
    ['adds null if no value is given', { op: 'add', path: '/b' }, '{"a":[1,2],"b":null}'],
    ['tests a missing member against null successfully', { op: 'test', path: '/z', value: null }, '{"a":[1,2]}'],
    ['tests a missing member without a value successfully', { op: 'test', path: '/z' }, '{"a":[1,2]}'],
    ['replaces the whole document', { op: 'replace', path: '', value: { b: 1 } }, '{"b":1}'],
    ['unescapes pointers', { op: 'add', path: '/~1~0', value: 1 }, '{"/~":1,"a":[1,2]}'],
    ['moves', { op: 'move', from: '/a/0', path: '/b' }, '{"a":[2],"b":1}'],
  ])('%s', (_, operation, expected) => {
    expect(apply('{"a":[1,2]}', operation)).toBe(expected)
  })

  it.each([
    { op: 'remove', path: '/z' },
    { op: 'remove', path: '/a/-3' },
    { op: 'add', path: '/a/4', value: 1 },
    { op: 'add', path: '/a/x', value: 1 },
    { op: 'add', path: '/z/y', value: 1 },
    { op: 'add', path: 'a', value: 1 },
    { op: 'add', path: '', value: {} },
    { op: 'replace', path: '/a/2', value: 1 },
    { op: 'replace', path: '', value: 1 },
    { op: 'move', from: '/z', path: '/b' },
    { op: 'copy', from: '', path: '/b' },
    { op: 'copy', path: '/b' },
    { op: 'test', path: '/a', value: null },
    { op: 'test', path: '/a/0', value: '1' },
    { op: 'foo', path: '/a' },
    { path: '/a' },
    { op: 'add', value: 1 },
    { op: 'add', path: `/a${'/0'.repeat(1_000)}`, value: 1 },
  ])('refuses an inapplicable operation: %o', (operation) => {
    expect(() => apply('{"a":[1,2]}', operation)).toThrow(PatchFailure)
  })

  it('compares values by their JSON text', () => {
    const test = (value: string) => applyOperations('{"a":"\\u003c","n":1}', readOperations(value)!)
    expect(test('[{"op":"test","path":"/a","value":"\\u003c"}]')).toBe('{"a":"\\u003c","n":1}')
    expect(() => test('[{"op":"test","path":"/a","value":"<"}]')).toThrow(PatchFailure)
    expect(() => test('[{"op":"test","path":"/n","value":1.0}]')).toThrow(PatchFailure)
    expect(test('[{"op":"test","path":"","value":{ "n" : 1, "a":"\\u003c"}}]')).toBe('{"a":"\\u003c","n":1}')
  })

  it('keeps the JSON text of untouched parts', () => {
    expect(apply('{"b":{"z":1.0,"a":2},"a":{"y":1,"x":2}}', { op: 'add', path: '/a/z', value: '<' })).toBe(
      '{"a":{"x":2,"y":1,"z":"\\u003c"},"b":{"z":1.0,"a":2}}',
    )
  })

  it('refuses patches that copy more than 3 MB', () => {
    const big = { op: 'add', path: '/b', value: 'x'.repeat(1_000_000) }
    const copies = ['c', 'd', 'e'].map((to) => ({ op: 'copy', from: '/b', path: `/${to}` }))
    expect(JSON.parse(apply('{}', big, ...copies.slice(1)))).toHaveProperty('e')
    expect(() => apply('{}', big, ...copies, { op: 'copy', from: '/b', path: '/f' })).toThrow(PatchFailure)
  })

  it('equals RFC 6902 wherever that allows the patch, for random patches', () => {
    const scalar = fc.oneof(fc.integer(), fc.string({ unit: fc.constantFrom('a', 'b') }), fc.boolean())
    const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(fc.constantFrom('a', 'b'), scalar))
    const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value)
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c', '0', '1', '-'), { minLength: 1, maxLength: 2 })
      .map((steps) => steps.map((step) => `/${step}`).join(''))
    const operation = fc.oneof(
      fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path, value }),
      fc.record({ op: fc.constant('remove'), path }),
      fc.record({ op: fc.constantFrom('move', 'copy'), path, from: path }),
    )
    fc.assert(
      fc.property(document, fc.array(operation, { maxLength: 4 }), (before, operations) => {
        let byTheBook: unknown
        try {
          byTheBook = applyJsonPatch(before as never, operations as never as JsonPatch)
        } catch {
          return
        }
        expect(JSON.parse(apply(JSON.stringify(before), ...operations))).toEqual(byTheBook)
      }),
    )
  })
})
