import { describe, expect, it } from 'vitest'
import { parseJsonPatch } from './json-patch-operation.ts'

describe('parseJsonPatch', () => {
  it('returns a valid list of operations as it is', () => {
    const patch = [
      { op: 'add', path: '/a', value: null, comment: 'ignored' },
      { op: 'move', from: '/a', path: '' },
      { op: 'remove', path: '/b' },
    ]
    expect(parseJsonPatch(patch)).toBe(patch)
  })

  it.each([
    { value: null, why: 'it is not a list of operations' },
    { value: { op: 'remove', path: '/a' }, why: 'it is not a list of operations' },
    { value: ['remove'], why: 'in operation 0 is not an object' },
    { value: [{ path: '/a' }], why: 'in operation 0 op is not one of add, replace, test, remove, move, copy' },
    { value: [{ op: 'toString', path: '/a' }], why: 'in operation 0 op is not one of' },
    { value: [{ op: 'remove', path: '/a' }, { op: 'remove' }], why: 'in operation 1 path is missing' },
    { value: [{ op: 'add', path: '/a' }], why: 'in operation 0 value is missing' },
    { value: [{ op: 'copy', path: '/a' }], why: 'in operation 0 from is missing' },
    { value: [{ op: 'remove', path: 'a' }], why: 'in operation 0 path "a" is not a JSON Pointer' },
    { value: [{ op: 'move', from: '/~', path: '/a' }], why: 'in operation 0 from "/~" is not a JSON Pointer' },
  ])('refuses $value', ({ value, why }) => {
    expect(() => parseJsonPatch(value)).toThrow(
      expect.objectContaining({
        code: 'KW_CORE_JSON_PATCH_FORM',
        message: expect.stringContaining(`Cannot read a JSON Patch: ${why}`),
      }),
    )
  })
})
