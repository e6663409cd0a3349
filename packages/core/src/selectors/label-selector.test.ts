import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LabelRequirement } from './label-requirement.ts'
import {
  type AnyLabelSelector,
  compileLabelSelector,
  formatLabelSelector,
  labelRequirements,
  toLabelSelector,
} from './label-selector.ts'
import { parseLabelSelector } from './label-selector-parser.ts'

describe('compileLabelSelector', () => {
  const web = { app: 'web', tier: 'front', size: '7', empty: '' }
  const cases: readonly { selector: AnyLabelSelector; matches: boolean }[] = [
    { selector: '', matches: true },
    { selector: {}, matches: true },
    { selector: [], matches: true },
    { selector: 'app', matches: true },
    { selector: 'other', matches: false },
    { selector: '!other', matches: true },
    { selector: '!app', matches: false },
    { selector: 'app=web', matches: true },
    { selector: 'app=api', matches: false },
    { selector: 'other=web', matches: false },
    { selector: 'app!=web', matches: false },
    { selector: 'other!=web', matches: true },
    { selector: 'empty=', matches: true },
    { selector: 'other=', matches: false },
    { selector: 'app in (api,web)', matches: true },
    { selector: 'app in (api,db)', matches: false },
    { selector: 'other in (api,db)', matches: false },
    { selector: 'app notin (api,web)', matches: false },
    { selector: 'app notin (api,db)', matches: true },
    { selector: 'other notin (api,db)', matches: true },
    { selector: 'size>6,size<8', matches: true },
    { selector: 'size>7', matches: false },
    { selector: 'size<7', matches: false },
    { selector: 'size>06', matches: true },
    { selector: 'app>1', matches: false },
    { selector: 'other<1', matches: false },
    { selector: 'app=web,tier=back', matches: false },
    {
      selector: { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
      matches: true,
    },
    { selector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] }, matches: false },
    { selector: { matchExpressions: [{ key: 'app', operator: 'DoesNotExist', values: [] }] }, matches: false },
    { selector: [{ key: 'size', operator: 'Gt', values: ['6'] }], matches: true },
  ]

  it.each(cases)('with $selector matches: $matches', ({ selector, matches }) => {
    expect(compileLabelSelector(selector)(web)).toBe(matches)
  })

  it('treats undefined labels as empty', () => {
    expect(['', 'a', '!a', 'a!=b', 'a>1'].map((text) => compileLabelSelector(text)(undefined))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ])
  })

  it('ignores members inherited from Object.prototype', () => {
    const texts = ['constructor', '!constructor', 'toString!=x', 'valueOf in (a,b)']
    expect(texts.map((text) => compileLabelSelector(text)({}))).toEqual([false, true, true, false])
  })

  it('compares 64-bit integers exactly', () => {
    const isLarger = compileLabelSelector('n>9223372036854775806')
    expect(
      [{ n: '9223372036854775807' }, { n: '9223372036854775806' }, { n: '9223372036854775808' }].map(isLarger),
    ).toEqual([true, false, false])
  })
})

describe('labelRequirements', () => {
  const refused: readonly { name: string; selector: AnyLabelSelector; why: string }[] = [
    {
      name: 'an unknown operator',
      selector: { matchExpressions: [{ key: 'a', operator: 'Like', values: ['b'] }] },
      why: '"Like" is not a valid label selector operator',
    },
    {
      name: 'an operator that the object form lacks',
      selector: { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] },
      why: '"Gt" is not a valid label selector operator',
    },
    {
      name: 'an operator named toString',
      selector: { matchExpressions: [{ key: 'a', operator: 'toString' }] },
      why: '"toString" is not a valid label selector operator',
    },
    {
      name: 'In without values',
      selector: { matchExpressions: [{ key: 'a', operator: 'In' }] },
      why: "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
    },
    {
      name: 'Exists with values',
      selector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
      why: 'values: Invalid value: ["b"]: values set must be empty for exists and does not exist',
    },
    {
      name: 'Gt with two values',
      selector: [{ key: 'a', operator: 'Gt', values: ['1', '2'] }],
      why: 'values: Invalid value: ["1","2"]: for \'Gt\', \'Lt\' operators, exactly one value is required',
    },
    {
      name: 'an invalid key',
      selector: { matchLabels: { '-': 'b' } },
      why: 'key: Invalid value: "-": name part must consist of',
    },
    {
      name: 'an invalid value',
      selector: { matchLabels: { a: 'b c' } },
      why: 'values[0][a]: Invalid value: "b c": a valid label',
    },
  ]

  it.each(refused)('rejects $name', ({ selector, why }) => {
    expect(() => labelRequirements(selector)).toThrow(
      `Cannot use the label selector ${JSON.stringify(selector)}: ${why}`,
    )
  })
})

describe('an invalid label selector value', () => {
  const malformed: readonly { name: string; given: unknown; why: string }[] = [
    { name: 'undefined', given: undefined, why: 'it is undefined' },
    { name: 'null', given: null, why: 'it is null' },
    { name: 'false', given: false, why: 'it is a boolean' },
    { name: 'a map', given: new Map([['app', 'x']]), why: 'it is an object' },
    {
      name: 'labels without matchLabels',
      given: { app: 'x' },
      why: 'it has no member "app", only matchLabels and matchExpressions. Write { matchLabels: { "app": "x" } }.',
    },
    { name: 'a misspelt field', given: { matchLabel: { app: 'x' } }, why: 'it has no member "matchLabel"' },
    { name: 'undefined matchLabels', given: { matchLabels: undefined }, why: 'matchLabels is undefined' },
    { name: 'a string as matchLabels', given: { matchLabels: 'x' }, why: 'matchLabels is a string' },
    { name: 'a list as matchLabels', given: { matchLabels: ['x'] }, why: 'matchLabels is a list' },
    { name: 'a Map as matchLabels', given: { matchLabels: new Map([['a', 'b']]) }, why: 'matchLabels is an object' },
    {
      name: 'an undefined label value',
      given: { matchLabels: { app: undefined } },
      why: 'matchLabels["app"] is undefined',
    },
    { name: 'a bigint label value', given: { matchLabels: { app: 5n } }, why: 'matchLabels["app"] is a bigint' },
    { name: 'a string as matchExpressions', given: { matchExpressions: 'a' }, why: 'matchExpressions is a string' },
    { name: 'a string as expression', given: { matchExpressions: ['a'] }, why: 'matchExpressions[0] is a string' },
    {
      name: 'a misspelt field of an expression',
      given: { matchExpressions: [{ key: 'a', operator: 'Exists', value: 'b' }] },
      why: 'matchExpressions[0] has no member "value"',
    },
    {
      name: 'a string as values',
      given: { matchExpressions: [{ key: 'a', operator: 'In', values: 'web' }] },
      why: 'matchExpressions[0].values is a string, not a list',
    },
    {
      name: 'an undefined value',
      given: [{ key: 'a', operator: 'NotIn', values: ['b', undefined] }],
      why: '[0].values[1] is undefined, not text',
    },
    { name: 'a requirement without values', given: [{ key: 'a', operator: 'Exists' }], why: '[0].values is undefined' },
    { name: 'a requirement without a key', given: [{ operator: 'Exists', values: [] }], why: '[0].key is undefined' },
    { name: 'a requirement without an operator', given: [{ key: 'a', values: [] }], why: '[0].operator is undefined' },
    // oxlint-disable-next-line no-sparse-arrays
    { name: 'a list with a hole', given: [,], why: '[0] is undefined, not an object' },
  ]

  it.each(malformed)('is rejected: $name', ({ given, why }) => {
    const selector = given as AnyLabelSelector
    const refusal = expect.objectContaining({
      code: 'KW_CORE_LABEL_SELECTOR',
      message: expect.stringContaining(`Cannot use the given value as a label selector: ${why}`),
    })
    expect(() => compileLabelSelector(selector)).toThrow(refusal)
    expect(() => formatLabelSelector(selector)).toThrow(refusal)
    expect(() => toLabelSelector(selector)).toThrow(refusal)
  })

  it('is rejected: a requirement with an unknown operator', () => {
    const selector = [{ key: 'a', operator: 'Like', values: ['b'] }] as unknown as AnyLabelSelector
    expect(() => compileLabelSelector(selector)).toThrow('"Like" is not a valid label selector operator')
  })
})

describe('formatLabelSelector', () => {
  it.each([
    { selector: 'b , a', text: 'a,b' },
    { selector: 'a==b', text: 'a=b' },
    { selector: 'a in (b)', text: 'a=b' },
    { selector: 'a in ()', text: 'a=' },
    { selector: 'a notin (b)', text: 'a!=b' },
    { selector: 'a in (c,b, c)', text: 'a in (b,c)' },
    { selector: 'a<9,a>1,!b', text: 'a<9,a>1,!b' },
    { selector: { matchLabels: { z: '1', a: '2' } }, text: 'a=2,z=1' },
    { selector: [{ key: 'a', operator: 'In' as const, values: ['c', 'b', 'c'] }], text: 'a in (b,c)' },
  ])('formats $selector as $text', ({ selector, text }) => {
    expect(formatLabelSelector(selector)).toBe(text)
  })
})

describe('label selectors in text and object form', () => {
  const key = fc.constantFrom('a', 'b', 'in', 'notin', 'x.example/y', 'constructor')
  const value = fc.constantFrom('', '1', '7', 'in', 'a.b_c-d')
  const requirement: fc.Arbitrary<LabelRequirement> = fc.oneof(
    fc.record({
      key,
      operator: fc.constantFrom('In' as const, 'NotIn' as const),
      values: fc.array(value, { minLength: 1 }),
    }),
    fc.record({ key, operator: fc.constantFrom('Exists' as const, 'DoesNotExist' as const), values: fc.constant([]) }),
    fc.record({
      key,
      operator: fc.constantFrom('Gt' as const, 'Lt' as const),
      values: fc.tuple(fc.constantFrom('1', '7')),
    }),
  )
  const requirements = fc.array(requirement, { maxLength: 4 })
  const labels = fc.dictionary(key, value)

  it('round-trip and select the same objects', () => {
    fc.assert(
      fc.property(requirements, labels, (selector, object) => {
        const text = formatLabelSelector(selector)
        expect(formatLabelSelector(parseLabelSelector(text))).toBe(text)
        expect(compileLabelSelector(text)(object)).toBe(compileLabelSelector(selector)(object))
      }),
    )
  })

  it('are formatted independently of the order of requirements', () => {
    fc.assert(
      fc.property(requirements, (selector) => {
        expect(formatLabelSelector([...selector].reverse())).toBe(formatLabelSelector(selector))
      }),
    )
  })

  it('select the same objects after toLabelSelector()', () => {
    const sayable = requirements.filter((list) => list.every(({ operator }) => operator !== 'Gt' && operator !== 'Lt'))
    fc.assert(
      fc.property(sayable, labels, (selector, object) => {
        expect(compileLabelSelector(toLabelSelector(selector))(object)).toBe(compileLabelSelector(selector)(object))
      }),
    )
  })

  it.each([
    { selector: '', object: {} },
    { selector: 'a=b', object: { matchLabels: { a: 'b' } } },
    { selector: 'a', object: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
    {
      selector: 'a=b,a in (b,c)',
      object: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['b', 'c'] }] },
    },
    {
      selector: 'a=b,a=c',
      object: {
        matchExpressions: [
          { key: 'a', operator: 'In', values: ['b'] },
          { key: 'a', operator: 'In', values: ['c'] },
        ],
      },
    },
  ])('convert from $selector to $object', ({ selector, object }) => {
    expect(toLabelSelector(selector)).toEqual(object)
  })

  it('fail to convert to an object with numeric comparison', () => {
    expect(() => toLabelSelector('a>1')).toThrow('the object form has no operator for a>1')
  })
})
