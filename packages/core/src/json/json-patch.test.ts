import { describe, expect, it } from 'vitest'
import { deepFreeze } from './deep-freeze.ts'
import { isKubewrightError, type KubewrightError } from '../error.ts'
import type { JsonValue } from './json.ts'
import { applyJsonPatch, type JsonPatchOptions } from './json-patch.ts'
import type { JsonPatch } from './json-patch-operation.ts'

const parse = (text: string): JsonValue => JSON.parse(text) as JsonValue

describe('applyJsonPatch', () => {
  /** The examples of RFC 6902, appendix A, and cases that they leave open. */
  const cases: readonly { name: string; document: JsonValue; patch: JsonPatch; becomes: JsonValue }[] = [
    { name: 'an empty patch changes nothing', document: { a: 1 }, patch: [], becomes: { a: 1 } },
    {
      name: 'add a member',
      document: { foo: 'bar' },
      patch: [{ op: 'add', path: '/baz', value: 'qux' }],
      becomes: { baz: 'qux', foo: 'bar' },
    },
    {
      name: 'add over a member',
      document: { foo: 'bar' },
      patch: [{ op: 'add', path: '/foo', value: null }],
      becomes: { foo: null },
    },
    {
      name: 'add an item in the middle',
      document: { foo: ['bar', 'baz'] },
      patch: [{ op: 'add', path: '/foo/1', value: 'qux' }],
      becomes: { foo: ['bar', 'qux', 'baz'] },
    },
    { name: 'add an item at the front', document: [1], patch: [{ op: 'add', path: '/0', value: 0 }], becomes: [0, 1] },
    {
      name: 'append an item by index and by dash',
      document: ['a'],
      patch: [
        { op: 'add', path: '/1', value: 'b' },
        { op: 'add', path: '/-', value: ['c'] },
      ],
      becomes: ['a', 'b', ['c']],
    },
    {
      name: 'add a nested object and then into it',
      document: { foo: 'bar' },
      patch: [
        { op: 'add', path: '/child', value: { grandchild: {} } },
        { op: 'add', path: '/child/grandchild/x', value: 1 },
      ],
      becomes: { foo: 'bar', child: { grandchild: { x: 1 } } },
    },
    { name: 'remove a member', document: { a: 1, b: 2 }, patch: [{ op: 'remove', path: '/a' }], becomes: { b: 2 } },
    { name: 'remove an item', document: [1, 2, 3], patch: [{ op: 'remove', path: '/1' }], becomes: [1, 3] },
    {
      name: 'replace a member',
      document: { a: 1 },
      patch: [{ op: 'replace', path: '/a', value: [2] }],
      becomes: { a: [2] },
    },
    { name: 'replace an item', document: [1, 2], patch: [{ op: 'replace', path: '/0', value: 3 }], becomes: [3, 2] },
    { name: 'replace the document', document: { a: 1 }, patch: [{ op: 'replace', path: '', value: 7 }], becomes: 7 },
    { name: 'add over the document', document: { a: 1 }, patch: [{ op: 'add', path: '', value: [] }], becomes: [] },
    {
      name: 'move a value',
      document: { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
      patch: [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
      becomes: { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
    },
    {
      name: 'move an item',
      document: { foo: ['all', 'grass', 'cows', 'eat'] },
      patch: [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
      becomes: { foo: ['all', 'cows', 'eat', 'grass'] },
    },
    {
      name: 'move a value to its own path',
      document: { a: [1] },
      patch: [{ op: 'move', from: '/a', path: '/a' }],
      becomes: { a: [1] },
    },
    {
      name: 'copy a value, and change only the copy',
      document: { a: { n: [1] } },
      patch: [
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'add', path: '/b/n/-', value: 2 },
      ],
      becomes: { a: { n: [1] }, b: { n: [1, 2] } },
    },
    {
      name: 'copy a value, then change the original',
      document: { a: { n: [1] } },
      patch: [
        { op: 'add', path: '/a/n/-', value: 2 },
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'add', path: '/a/n/-', value: 3 },
      ],
      becomes: { a: { n: [1, 2, 3] }, b: { n: [1, 2] } },
    },
    {
      name: 'tests that succeed',
      document: { '/': 9, '~1': 10, o: { a: 1, b: [null] } },
      patch: [
        { op: 'test', path: '/~01', value: 10 },
        { op: 'test', path: '/~1', value: 9 },
        { op: 'test', path: '/o', value: { b: [null], a: 1 } },
        { op: 'test', path: '', value: { o: { a: 1, b: [null] }, '~1': 10, '/': 9 } },
      ],
      becomes: { '/': 9, '~1': 10, o: { a: 1, b: [null] } },
    },
    {
      name: 'a numeric key and an empty key',
      document: { '0': { '': 1 } },
      patch: [{ op: 'replace', path: '/0/', value: 2 }],
      becomes: { '0': { '': 2 } },
    },
  ]

  it.each(cases)('$name', ({ document, patch, becomes }) => {
    expect(applyJsonPatch(deepFreeze(document), deepFreeze(patch))).toEqual(becomes)
  })

  const misfits: readonly { name: string; document: JsonValue; patch: JsonPatch; index?: number; why: string }[] = [
    {
      name: 'remove a missing member',
      document: {},
      patch: [{ op: 'remove', path: '/a' }],
      why: 'there is nothing at /a',
    },
    {
      name: 'replace below a scalar',
      document: { a: 1 },
      patch: [{ op: 'replace', path: '/a/b', value: 1 }],
      why: '/a is a number, not an object or array',
    },
    {
      name: 'add below a missing member',
      document: { a: 1 },
      patch: [
        { op: 'test', path: '/a', value: 1 },
        { op: 'add', path: '/b/c', value: 1 },
      ],
      index: 1,
      why: 'there is nothing at /b',
    },
    {
      name: 'add below null',
      document: null,
      patch: [{ op: 'add', path: '/a', value: 1 }],
      why: 'the root is null, not an object or array',
    },
    {
      name: 'add below a string',
      document: { a: 'x' },
      patch: [{ op: 'add', path: '/a/0', value: 1 }],
      why: '/a is a string, not an object or array',
    },
    {
      name: 'add deep below a string',
      document: { a: { b: 'x' } },
      patch: [{ op: 'add', path: '/a/b/c/d', value: 1 }],
      why: '/a/b is a string, not an object or array',
    },
    {
      name: 'add past the end of an array',
      document: [1],
      patch: [{ op: 'add', path: '/2', value: 1 }],
      why: '/2 is past the end: the array has 1 items',
    },
    {
      name: 'replace past the end of an array',
      document: { a: [1] },
      patch: [{ op: 'replace', path: '/a/1', value: 1 }],
      why: 'there is nothing at /a/1: the array has 1 items',
    },
    {
      name: 'replace at the "-" index',
      document: [1],
      patch: [{ op: 'replace', path: '/-', value: 1 }],
      why: '"-" is not an index of the array at the root',
    },
    {
      name: 'accept an index with a leading zero',
      document: { a: [1] },
      patch: [{ op: 'remove', path: '/a/00' }],
      why: '"00" is not an index of the array at /a',
    },
    {
      name: 'accept a name as array index',
      document: [1],
      patch: [{ op: 'add', path: '/length', value: 1 }],
      why: '"length" is not an index of the array at the root',
    },
    {
      name: 'accept a negative index',
      document: [1],
      patch: [{ op: 'remove', path: '/-1' }],
      why: '"-1" is not an index of the array at the root',
    },
    {
      name: 'remove the whole document',
      document: {},
      patch: [{ op: 'remove', path: '' }],
      why: 'the whole document cannot be removed',
    },
    {
      name: 'move a missing member',
      document: {},
      patch: [{ op: 'move', from: '/a', path: '/b' }],
      why: 'there is nothing at /a',
    },
    {
      name: 'move a value into itself',
      document: { a: {} },
      patch: [{ op: 'move', from: '/a', path: '/a/b' }],
      why: 'a value cannot move into itself',
    },
    {
      name: 'copy a missing member',
      document: {},
      patch: [{ op: 'copy', from: '/a', path: '/b' }],
      why: 'there is nothing at /a',
    },
    {
      name: 'remove an inherited member',
      document: {},
      patch: [{ op: 'remove', path: '/constructor' }],
      why: 'there is nothing at /constructor',
    },
  ]

  it.each(misfits)('refuses to $name', ({ document, patch, index = 0, why }) => {
    const error = failureOf(() => applyJsonPatch(deepFreeze(document), patch))
    const { op, path } = patch[index]!
    expect(error).toMatchObject({ code: 'KW_CORE_JSON_PATCH', details: { index, op, path } })
    expect(error.message).toContain(`Cannot apply operation ${index} of a JSON Patch (${op} "`)
    expect(error.message).toContain(`: ${why}. Read the document again and compute the patch from its current content.`)
  })

  it('reports a failed test without the values', () => {
    const patch: JsonPatch = [{ op: 'test', path: '/password', value: 'guess' }]
    expect(failureOf(() => applyJsonPatch({ password: 'secret' }, patch))).toMatchObject({
      code: 'KW_CORE_JSON_PATCH_TEST',
      message:
        'Cannot apply operation 0 of a JSON Patch (test "/password"): the document holds another value there. Another writer changed it: read the document again and compute a new patch.',
    })
  })

  it('reports both pointers of a move', () => {
    const error = failureOf(() => applyJsonPatch({}, [{ op: 'move', from: '/a', path: '/b' }]))
    expect([error.message, error.details]).toEqual([
      expect.stringContaining('(move "/a" to "/b")'),
      { index: 0, op: 'move', from: '/a', path: '/b' },
    ])
  })

  it('accepts negative indexes with negativeIndexes', () => {
    const options: JsonPatchOptions = { negativeIndexes: true }
    const patch: JsonPatch = [
      { op: 'replace', path: '/-1', value: 'c' },
      { op: 'add', path: '/-1', value: 'd' },
      { op: 'remove', path: '/-4' },
    ]
    expect(applyJsonPatch(['x', 'a', 'b'], patch, options)).toEqual(['a', 'c', 'd'])
    expect(() => applyJsonPatch(['a'], [{ op: 'remove', path: '/-2' }], options)).toThrow('there is nothing at /-2')
    expect(() => applyJsonPatch(['a'], [{ op: 'add', path: '/-3', value: 1 }], options)).toThrow('/-3 is past the end')
  })

  it('shares unchanged parts with the original document', () => {
    const document = { spec: { a: 1 }, status: { b: 2 } }
    const result = applyJsonPatch(document, [{ op: 'replace', path: '/spec/a', value: 2 }]) as typeof document
    expect([result.status === document.status, result.spec === document.spec]).toEqual([true, false])
  })
})

describe('a hostile JSON patch', () => {
  it('cannot modify a prototype', () => {
    const patch = parse(
      '[{"op":"add","path":"/__proto__","value":{"polluted":1}},{"op":"add","path":"/__proto__/deep","value":2}]',
    )
    const result = applyJsonPatch({}, patch as JsonPatch)
    expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":1,"deep":2}}')
    expect(['polluted' in {}, 'deep' in Object.prototype, Object.getPrototypeOf(result)]).toEqual([
      false,
      false,
      Object.prototype,
    ])
    for (const path of ['/__proto__/polluted', '/constructor/prototype/polluted', '/a/constructor/x']) {
      expect(() => applyJsonPatch({ a: {} }, [{ op: 'add', path, value: 1 }])).toThrow('there is nothing at')
    }
  })

  it('removes a member named __proto__ like any other', () => {
    expect(applyJsonPatch(parse('{"__proto__":1,"a":2}'), [{ op: 'remove', path: '/__proto__' }])).toEqual({ a: 2 })
  })

  it('fails when its copies exceed the size limit', () => {
    const bomb: JsonPatch = Array.from({ length: 40 }, () => ({ op: 'copy', from: '', path: '/-' }))
    expect(failureOf(() => applyJsonPatch(['x'.repeat(1000)], bomb))).toMatchObject({
      code: 'KW_CORE_JSON_PATCH_LIMIT',
      message: expect.stringContaining('its copies add too much to the document. Send fewer copies at a time.'),
    })
  })

  it('may copy up to maxCopiedBytes', () => {
    const copy: JsonPatch = [{ op: 'copy', from: '/a', path: '/b' }]
    const apply = (maxCopiedBytes: number) => applyJsonPatch({ a: 'äxx' }, copy, { maxCopiedBytes })
    expect(() => apply(5)).toThrow(expect.objectContaining({ code: 'KW_CORE_JSON_PATCH_LIMIT' }))
    expect(apply(6)).toEqual({ a: 'äxx', b: 'äxx' }) // four bytes and two quotes
  })

  it('fails with more than maxOperations operations', () => {
    const many: JsonPatch = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: null }))
    expect(() => applyJsonPatch(null, many)).toThrow('it has 10001 operations, and the limit is 10000')
    expect(applyJsonPatch(null, many.slice(1))).toBeNull()
    expect(() => applyJsonPatch(null, many.slice(0, 3), { maxOperations: 2 })).toThrow('3 operations')
  })

  it('with 10,000 operations on one list is applied in linear time', () => {
    const patch: JsonPatch = Array.from({ length: 10_000 }, (_, index) => ({
      op: 'replace',
      path: `/${index}`,
      value: 1,
    }))
    const list = Array.from({ length: 10_000 }, () => 0)
    expect(applyJsonPatch(list, patch)).toEqual(list.map(() => 1))
  })
})

function failureOf(run: () => unknown): KubewrightError {
  try {
    run()
  } catch (error) {
    if (isKubewrightError(error)) return error
    throw error
  }
  return expect.unreachable('it did not fail')
}
