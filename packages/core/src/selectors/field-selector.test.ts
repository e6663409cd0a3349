import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnyFieldSelector,
  compileFieldSelector,
  type FieldRequirement,
  fieldRequirements,
  formatFieldSelector,
  parseFieldSelector,
} from './field-selector.ts'

const is = (field: string, value: string): FieldRequirement => ({ field, operator: '=', value })
const isNot = (field: string, value: string): FieldRequirement => ({ field, operator: '!=', value })

describe('parseFieldSelector', () => {
  it.each([
    { text: '', means: [] },
    { text: ',,', means: [] },
    { text: '=', means: [] },
    { text: 'metadata.name=blog', means: [is('metadata.name', 'blog')] },
    { text: 'a==b', means: [is('a', 'b')] },
    { text: 'a!=b', means: [isNot('a', 'b')] },
    { text: 'a=', means: [is('a', '')] },
    { text: 'b=1,a=2', means: [is('a', '2'), is('b', '1')] },
    { text: ' a = b ', means: [is(' a ', ' b ')] },
    { text: 'a=x\\,y\\=z\\\\', means: [is('a', 'x,y=z\\')] },
    { text: 'a=!', means: [is('a', '!')] },
  ])('reads $text', ({ text, means }) => {
    expect(parseFieldSelector(text)).toEqual(means)
  })

  /** The messages are those of Kubernetes 1.36, word for word. */
  it.each([
    { text: 'a', position: 0, message: "invalid selector: 'a'; can't understand 'a'" },
    { text: 'a=b,c', position: 4, message: "invalid selector: 'a=b,c'; can't understand 'c'" },
    { text: 'a=b=c', position: 3, message: 'invalid field selector: unescaped character in value: 61' },
    { text: 'a=\\b', position: 2, message: 'invalid field selector: invalid escape sequence: \\b' },
    { text: 'x=1,a=\\', position: 6, message: 'invalid field selector: invalid escape sequence: \\' },
  ])('rejects $text with the position and the message of kube-apiserver', ({ text, position, message }) => {
    expect(() => parseFieldSelector(text)).toThrow(
      expect.objectContaining({
        code: 'KW_CORE_FIELD_SELECTOR',
        message: expect.stringContaining(
          `Cannot read the field selector ${JSON.stringify(text)}: at position ${position}: `,
        ),
        details: { selector: text, position, message },
      }),
    )
  })
})

describe('compileFieldSelector', () => {
  const pod: Readonly<Record<string, string>> = { 'status.phase': 'Running', 'spec.nodeName': '' }

  it.each([
    { selector: '', matches: true },
    { selector: 'status.phase=Running', matches: true },
    { selector: 'status.phase!=Running', matches: false },
    { selector: 'status.phase=Running,spec.nodeName=a', matches: false },
    { selector: 'spec.nodeName=', matches: true },
    { selector: 'spec.missing=', matches: true },
    { selector: 'spec.missing!=', matches: false },
    { selector: { 'status.phase': 'Running' }, matches: true },
    { selector: [isNot('status.phase', 'Failed')], matches: true },
  ])('with $selector matches: $matches', ({ selector, matches }) => {
    expect(compileFieldSelector(selector)((field) => pod[field])).toBe(matches)
  })
})

describe('an invalid field selector value', () => {
  const malformed: readonly { given: unknown; why: string }[] = [
    { given: undefined, why: 'it is undefined' },
    { given: null, why: 'it is null' },
    { given: 5, why: 'it is a number' },
    { given: new Map([['a', 'b']]), why: 'it is an object' },
    { given: { 'spec.x': undefined }, why: 'the value of "spec.x" is undefined, not text' },
    { given: { 'spec.x': { a: 'b' } }, why: 'the value of "spec.x" is an object, not text' },
    { given: ['a=b'], why: '[0] is a string, not an object' },
    { given: [{ operator: '=', value: 'b' }], why: '[0].field is undefined, not text' },
    { given: [{ field: 'a', operator: '==', value: 'b' }], why: "[0].operator is neither '=' nor '!='" },
    { given: [{ field: 'a', operator: '!=', value: undefined }], why: '[0].value is undefined, not text' },
  ]

  it.each(malformed)('is rejected: $why', ({ given, why }) => {
    const selector = given as AnyFieldSelector
    const refusal = expect.objectContaining({
      code: 'KW_CORE_FIELD_SELECTOR',
      message: expect.stringContaining(`Cannot use the given value as a field selector: ${why}.`),
    })
    expect(() => compileFieldSelector(selector)).toThrow(refusal)
    expect(() => formatFieldSelector(selector)).toThrow(refusal)
  })
})

describe('formatFieldSelector', () => {
  it('sorts, removes duplicates and escapes', () => {
    expect(formatFieldSelector([is('b', '1'), isNot('a', 'x,y=\\'), is('b', '1')])).toBe('a!=x\\,y\\=\\\\,b=1')
  })

  it.each(['', 'a=b', 'a,b', 'a\\', 'a!'])('rejects the field %j, which would be ambiguous', (field) => {
    expect(() => formatFieldSelector({ [field]: 'x' })).toThrow(
      `Cannot write the field selector ${JSON.stringify({ [field]: 'x' })}: ${JSON.stringify(field)} cannot be the name of a field.`,
    )
  })

  it('round-trips through parseFieldSelector()', () => {
    const requirement = fc.record({
      field: fc.stringMatching(/^[a-z.!]{0,5}[a-z]$/),
      operator: fc.constantFrom('=' as const, '!=' as const),
      value: fc.string({ unit: fc.constantFrom('a', ',', '=', '\\', '!', 'ü', ' ') }),
    })
    fc.assert(
      fc.property(fc.array(requirement), (requirements) => {
        const text = formatFieldSelector(requirements)
        expect(new Set(parseFieldSelector(text))).toEqual(new Set(fieldRequirements(requirements)))
        expect(formatFieldSelector(text)).toBe(text)
      }),
    )
  })
})
