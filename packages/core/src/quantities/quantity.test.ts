import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareQuantities, parseQuantity, Quantity } from './quantity.ts'

describe('parseQuantity', () => {
  /** The canonical form of kube-apiserver 1.36 for each input. */
  const canonical: readonly (readonly [string | number, string])[] = [
    ['0', '0'],
    ['-0', '0'],
    ['+5', '5'],
    ['007', '7'],
    ['1000', '1k'],
    ['1001', '1001'],
    ['1500', '1500'],
    ['0.5', '500m'],
    ['1.5', '1500m'],
    ['1.500', '1500m'],
    ['.5', '500m'],
    ['5.', '5'],
    ['-1.5', '-1500m'],
    ['100m', '100m'],
    ['1000m', '1'],
    ['0.1m', '100u'],
    ['1n', '1n'],
    ['0.1n', '1n'],
    ['-0.1n', '-1n'],
    ['1.0000000001', '1000000001n'],
    ['1k', '1k'],
    ['12M', '12M'],
    ['1.2G', '1200M'],
    ['3T', '3T'],
    ['4P', '4P'],
    ['5E', '5E'],
    ['1Ki', '1Ki'],
    ['-1Ki', '-1Ki'],
    ['0.5Ki', '512'],
    ['1.5Gi', '1536Mi'],
    ['1024Mi', '1Gi'],
    ['1023Ki', '1023Ki'],
    ['1000Ki', '1000Ki'],
    ['0.0001Ki', '102400u'],
    ['1.0001Ki', '1024102400u'],
    ['7Ei', '7Ei'],
    ['8Ei', '9223372036854775807'],
    ['-8Ei', '-9223372036854775807'],
    ['12e6', '12e6'],
    ['12E6', '12e6'],
    ['1e1', '10'],
    ['1e-1', '100e-3'],
    ['1e-10', '1e-9'],
    ['1e-999999999', '1e-9'],
    ['0e-999999999', '0'],
    ['1e30', '1e30'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    [0.25, '250m'],
    [3, '3'],
    [1e21, '1e21'],
    ['Ki', '0'],
    ['.', '0'],
    ['+', '0'],
  ]

  it.each(canonical)('parses %s and formats it as %s', (given, text) => {
    expect(parseQuantity(given).toString()).toBe(text)
  })

  it('keeps amounts above the largest suffix', () => {
    expect(parseQuantity('7Ei').times(1024).toString()).toBe('7168Ei')
    expect(['2000E', '1234567E', '-12000E'].map((text) => parseQuantity(text).toString())).toEqual([
      '2000E',
      '1234567E',
      '-12000E',
    ])
  })

  it.each([
    '',
    ' ',
    '1 ',
    ' 1',
    'x',
    '1x',
    '1K',
    '1ki',
    '1e',
    '1eE',
    '1e1.5',
    '1.2.3',
    '--1',
    '1m5',
    '1Kim',
    '0x10',
    '1_000',
    'Pi',
    '-Ei',
    '٣',
  ])('rejects %j', (text) => {
    expect(() => parseQuantity(text)).toThrow(
      new RegExp(
        `^Cannot read the quantity ${JSON.stringify(text).replace(/[.]/g, '\\.')}: .* suffix: '500m', '2', '1\\.5Gi', '12e6'\\.$`,
      ),
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('rejects %d', (number) => {
    expect(() => parseQuantity(number)).toThrow(expect.objectContaining({ code: 'KW_CORE_QUANTITY' }))
  })

  it('accepts the longest text and the largest exponent allowed', () => {
    expect(parseQuantity('7'.repeat(1000)).toString()).toBe('7'.repeat(1000))
    expect(parseQuantity('1e1000').toString()).toBe('10e999')
  })

  it.each([
    { name: 'an exponent that would exhaust memory', text: '1e1000000000', why: 'its exponent is above 1000' },
    { name: 'a very long number', text: '9'.repeat(1_000_000), why: 'it has more than 1000 characters' },
    { name: 'a very long exponent', text: `1e${'9'.repeat(900)}`, why: 'its exponent is above 1000' },
  ])('rejects $name in constant time', ({ text, why }) => {
    expect(() => parseQuantity(text)).toThrow(why)
  })
})

describe('Quantity', () => {
  it.each([
    { left: '1Gi', right: '1Gi', sum: '2Gi', difference: '0' },
    { left: '1Gi', right: '1G', sum: '2073741824', difference: '73741824' },
    { left: '1Gi', right: '1Ki', sum: '1048577Ki', difference: '1048575Ki' },
    { left: '100m', right: '0.9', sum: '1', difference: '-800m' },
    { left: '0', right: '1Gi', sum: '1Gi', difference: '-1Gi' },
    { left: '1Gi', right: '1m', sum: '1073741824001m', difference: '1073741823999m' },
    { left: '1e3', right: '1', sum: '1001', difference: '999' },
    { left: '0.0009765625Ki', right: '1023', sum: '1Ki', difference: '-1022' },
    { left: '8Ei', right: '8Ei', sum: '18446744073709551614', difference: '0' },
  ])('$left plus and minus $right are $sum and $difference', ({ left, right, sum, difference }) => {
    const quantity = parseQuantity(left)
    expect([quantity.plus(right).toString(), quantity.minus(right).toString()]).toEqual([sum, difference])
    expect(quantity.toString()).toBe(parseQuantity(left).toString())
  })

  it.each([
    { text: '100m', count: 10, product: '1' },
    { text: '1.5Gi', count: 2, product: '3Gi' },
    { text: '1Ki', count: -3, product: '-3Ki' },
    { text: '7', count: 0, product: '0' },
    { text: '1', count: 10n ** 18n, product: '1E' },
  ])('$count times $text is $product', ({ text, count, product }) => {
    expect(parseQuantity(text).times(count).toString()).toBe(product)
  })

  it('rejects multiplication by a fraction', () => {
    expect(() => parseQuantity('1').times(0.5)).toThrow('Cannot multiply 1 by 0.5: 0.5 is not a whole number.')
  })

  it.each([
    ['1Gi', '1G', 1],
    ['0.5', '500m', 0],
    ['-1', '1n', -1],
    ['1e3', '1k', 0],
    ['1024Mi', '1Gi', 0],
  ] as const)('%s compared with %s is %d', (left, right, order) => {
    expect(compareQuantities(left, right)).toBe(order)
  })

  it.each([
    ['250m', 0.25],
    ['1.5Gi', 1.5 * 2 ** 30],
    ['0.1', 0.1],
    ['9007199254740993', 9007199254740992],
    ['1e400', Number.POSITIVE_INFINITY],
    ['-1n', -1e-9],
  ] as const)('%s as a number is %d', (text, number) => {
    expect(parseQuantity(text).toNumber()).toBe(number)
  })

  it('is serialized as a string in JSON, and accepted by parseQuantity()', () => {
    const quantity = parseQuantity('1.5Gi')
    expect(JSON.stringify({ memory: quantity })).toBe('{"memory":"1536Mi"}')
    expect(parseQuantity(quantity)).toBe(quantity)
    expect(quantity).toBeInstanceOf(Quantity)
  })
})

describe('quantity arithmetic', () => {
  const suffix = fc.constantFrom(
    '',
    'n',
    'u',
    'm',
    'k',
    'M',
    'G',
    'T',
    'P',
    'E',
    'Ki',
    'Mi',
    'Gi',
    'Ti',
    'e3',
    'e-2',
    'e17',
  )
  const text = fc
    .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^\d{1,5}(\.\d{0,4})?$/), suffix)
    .map(([sign, number, unit]) => sign + number + unit)

  const decimals = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
  const binaries = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

  /** The amount in nano-units, computed independently of the code under test. */
  const nanos = (given: string): bigint => {
    const [, sign, whole = '', fraction = '', unit = ''] = /^(-?)(\d+)\.?(\d*)(.*)$/.exec(given)!
    const exponent = unit.startsWith('e') ? Number(unit.slice(1)) + 9 : 3 * decimals.indexOf(unit)
    const factor = binaries.includes(unit)
      ? 10n ** 9n * 1024n ** BigInt(binaries.indexOf(unit) + 1)
      : 10n ** BigInt(exponent)
    const [dividend, divisor] = [BigInt(whole + fraction) * factor, 10n ** BigInt(fraction.length)]
    const roundedUp = (dividend + divisor - 1n) / divisor
    return sign === '-' ? -roundedUp : roundedUp
  }

  it('is exact for random operands', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: -1000, max: 1000 }), (left, right, count) => {
        const quantity = parseQuantity(left)
        expect(nanos(quantity.plus(right).toString())).toBe(nanos(left) + nanos(right))
        expect(nanos(quantity.minus(right).toString())).toBe(nanos(left) - nanos(right))
        expect(nanos(quantity.times(count).toString())).toBe(nanos(left) * BigInt(count))
        expect(compareQuantities(left, right)).toBe(
          Number(nanos(left) > nanos(right)) - Number(nanos(left) < nanos(right)),
        )
      }),
    )
  })

  it('has one canonical text per amount, which parses to the same amount', () => {
    fc.assert(
      fc.property(text, (given) => {
        const written = parseQuantity(given).toString()
        expect(written).toMatch(/^(?:0|-?[1-9]\d*(?:[numkMGTPE]|[KMGTPE]i|e-?\d+)?)$/)
        expect(nanos(written)).toBe(nanos(given))
        expect(parseQuantity(written).toString()).toBe(written)
      }),
    )
  })
})
