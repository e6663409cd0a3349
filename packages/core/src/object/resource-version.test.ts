import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareResourceVersions, isResourceVersion } from './resource-version.ts'

describe('compareResourceVersions', () => {
  it.each([
    ['1', '2', -1],
    ['99', '100', -1],
    ['100', '99', 1],
    ['7', '7', 0],
    ['007', '7', 0],
    ['0010', '9', 1],
    ['0', '00', 0],
    ['0', '1', -1],
    ['18446744073709551615', '18446744073709551616', -1],
    ['9007199254740993', '9007199254740992', 1],
  ] as const)('of %s and %s is %d', (left, right, order) => {
    expect(compareResourceVersions(left, right)).toBe(order)
  })

  it('orders like integers of any length, ignoring leading zeros', () => {
    const version = fc
      .tuple(fc.stringMatching(/^0{0,3}$/), fc.bigInt({ min: 0n, max: 10n ** 40n }))
      .map(([zeros, n]) => zeros + n)
    fc.assert(
      fc.property(version, version, (left, right) => {
        const [one, other] = [BigInt(left), BigInt(right)]
        expect(compareResourceVersions(left, right)).toBe(one < other ? -1 : Number(one > other))
      }),
    )
  })

  it.each(['', 'abc', '12a', '-1', '+1', '1.0', ' 1', '1 ', '1e3', '٣'])('rejects %j on either side', (text) => {
    const why = text === '' ? 'it is empty' : 'it is not a decimal number'
    const message = `Cannot compare the resourceVersion ${JSON.stringify(text)}: ${why}. Compare only versions an API server returned for stored objects and lists.`
    expect(() => compareResourceVersions(text, '1')).toThrow(message)
    expect(() => compareResourceVersions('1', text)).toThrow(message)
    expect(isResourceVersion(text)).toBe(false)
  })
})
