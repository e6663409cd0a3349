import { describe, expect, it } from 'vitest'
import { readListOptions } from './list-options.ts'

const read = (query: string, isWatch = false) => readListOptions(new URLSearchParams(query), isWatch)

describe('readListOptions', () => {
  it('sends initial events for a watch without resourceVersion or with 0', () => {
    expect(read('watch=1', true)).toMatchObject({ sendsInitialEvents: true, match: 'NotOlderThan' })
    expect(read('watch=1&resourceVersion=0', true)).toMatchObject({ sendsInitialEvents: true, resourceVersion: 0 })
    expect(read('watch=1&resourceVersion=5', true)).toMatchObject({ sendsInitialEvents: undefined, resourceVersion: 5 })
  })

  /** Messages of kube-apiserver 1.36.4. */
  it.each([
    ['limit=x', false, 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['limit=99999999999999999999', false, 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
    [
      'resourceVersion=abc',
      false,
      'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ],
    [
      'resourceVersion=18446744073709551616',
      true,
      'resourceVersion: Invalid value: "18446744073709551616": strconv.ParseUint: parsing "18446744073709551616": value out of range',
    ],
    [
      'resourceVersionMatch=Exact',
      false,
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ],
    [
      'resourceVersionMatch=Exact&resourceVersion=0',
      false,
      'resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    ],
    ['sendInitialEvents=true', false, 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list'],
    [
      'sendInitialEvents=true',
      true,
      'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    ],
    [
      'continue=x',
      true,
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
    ],
  ])('refuses ?%s (watch: %s)', (query, isWatch, message) => {
    expect(() => read(query, isWatch)).toThrow(message)
  })

  it('keeps a 64-bit resourceVersion as text', () => {
    expect(read('resourceVersion=18446744073709551615').versionText).toBe('18446744073709551615')
  })
})
