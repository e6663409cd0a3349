import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepClone } from './deep-clone.ts'
import { deepEqual } from './deep-equal.ts'
import { deepFreeze } from './deep-freeze.ts'
import { isKubewrightError } from '../error.ts'
import type { JsonValue } from './json.ts'
import { applyMergePatch, diffMergePatch } from './merge-patch.ts'

const parse = (text: string): JsonValue => JSON.parse(text) as JsonValue

describe('applyMergePatch', () => {
  /** The examples of RFC 7386, appendix A. */
  const cases: readonly (readonly [document: string, patch: string, becomes: string])[] = [
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    ['{}', '{"a":[null,{"b":null}]}', '{"a":[null,{"b":null}]}'],
    ['{"a":1}', '{"__proto__":{"x":1}}', '{"a":1,"__proto__":{"x":1}}'],
    ['{"__proto__":1}', '{"__proto__":null}', '{}'],
  ]

  it.each(cases)('of document %s with patch %s is %s', (document, patch, becomes) => {
    expect(JSON.stringify(applyMergePatch(deepFreeze(parse(document)), deepFreeze(parse(patch))))).toBe(becomes)
  })

  it('does not modify a prototype', () => {
    applyMergePatch({}, parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'))
    expect('polluted' in {}).toBe(false)
  })

  it('accepts a missing document, ignores undefined, and shares unchanged parts', () => {
    const document = { a: { b: 1 }, c: 2 }
    const result = applyMergePatch(document, { a: undefined, c: 3 }) as typeof document
    expect([applyMergePatch(undefined, { a: 1 }), result, result.a === document.a]).toEqual([
      { a: 1 },
      { a: { b: 1 }, c: 3 },
      true,
    ])
  })
})

describe('diffMergePatch', () => {
  it.each([
    { from: { a: 1 }, to: { a: 1 }, patch: {} },
    { from: { a: 1, b: 2 }, to: { a: 1 }, patch: { b: null } },
    { from: { a: { b: 1, c: 2 } }, to: { a: { b: 1 } }, patch: { a: { c: null } } },
    { from: { a: { b: 1 } }, to: { a: {} }, patch: { a: { b: null } } },
    { from: { a: 1 }, to: { a: {} }, patch: { a: {} } },
    { from: { a: [1, 2] }, to: { a: [1] }, patch: { a: [1] } },
    { from: { a: [1] }, to: { a: [null] }, patch: { a: [null] } },
    { from: { a: null, b: 1 }, to: { a: null, b: 2 }, patch: { b: 2 } },
    { from: 1, to: { a: 1 }, patch: { a: 1 } },
    { from: { a: 1 }, to: null, patch: null },
    { from: { a: 1, b: undefined }, to: { a: undefined, b: 1 }, patch: { a: null, b: 1 } },
  ])('from $from to $to is $patch', ({ from, to, patch }) => {
    expect(diffMergePatch(from, to)).toEqual(patch)
  })

  it.each([
    { name: 'becomes null', from: { a: 1 }, to: { a: null }, pointer: '/a' },
    { name: 'is new and null', from: {}, to: { a: { 'b/c': null } }, pointer: '/a/b~1c' },
    { name: 'is null in a new object', from: { a: [] }, to: { a: { b: null } }, pointer: '/a/b' },
  ])('fails for a member that $name, which a merge patch cannot express', ({ from, to, pointer }) => {
    expect(() => diffMergePatch(from, to)).toThrow(
      expect.objectContaining({
        code: 'KW_CORE_MERGE_PATCH',
        message: `Cannot express the change of ${pointer} as a merge patch: it sets the value to null, and null removes a member in a merge patch. Use a JSON Patch (diffJson) for this change.`,
        details: { pointer },
      }),
    )
  })

  it('yields a patch from any document to any other, or fails where a merge patch cannot express it', () => {
    const outcomes = { said: 0, unsaid: 0 }
    const leaf = fc.constantFrom(null, 1, 'a', [null], {})
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value')),
      ),
    }))
    fc.assert(
      fc.property(value, value, (left, right) => {
        // fast-check's objects may lack a prototype
        const [from, to] = [left, right].map((value) => deepFreeze(deepClone(value as JsonValue))) as [
          JsonValue,
          JsonValue,
        ]
        const isSayable = canSay(from, to)
        outcomes[isSayable ? 'said' : 'unsaid']++
        const isRight = isSayable
          ? deepEqual(applyMergePatch(from, diffMergePatch(from, to)), to)
          : JSON.stringify(to).includes(':null')
        expect(isRight).toBe(true)
      }),
      { numRuns: 500 },
    )
    expect(Math.min(outcomes.said, outcomes.unsaid)).toBeGreaterThan(10)
  })
})

function canSay(from: JsonValue, to: JsonValue): boolean {
  try {
    diffMergePatch(from, to)
    return true
  } catch (error) {
    if (isKubewrightError(error, 'KW_CORE_MERGE_PATCH')) return false
    throw error
  }
}
