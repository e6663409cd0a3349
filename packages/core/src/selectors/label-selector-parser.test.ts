import { describe, expect, it } from 'vitest'
import { parseLabelSelector } from './label-selector-parser.ts'
import type { LabelOperator } from './label-requirement.ts'

const requires = (key: string, operator: LabelOperator, ...values: string[]) => ({ key, operator, values })

describe('parseLabelSelector', () => {
  const readable = [
    { text: '', means: [] },
    { text: ' \t\r\n', means: [] },
    { text: 'a', means: [requires('a', 'Exists')] },
    { text: '!a', means: [requires('a', 'DoesNotExist')] },
    { text: ' ! a ', means: [requires('a', 'DoesNotExist')] },
    { text: 'a=b', means: [requires('a', 'In', 'b')] },
    { text: 'a==b', means: [requires('a', 'In', 'b')] },
    { text: 'a = b', means: [requires('a', 'In', 'b')] },
    { text: 'a!=b', means: [requires('a', 'NotIn', 'b')] },
    { text: 'a=', means: [requires('a', 'In', '')] },
    { text: 'a!=,b', means: [requires('a', 'NotIn', ''), requires('b', 'Exists')] },
    { text: 'a in (c,b,c)', means: [requires('a', 'In', 'b', 'c')] },
    { text: 'a in(b)', means: [requires('a', 'In', 'b')] },
    { text: 'a notin ( b , c )', means: [requires('a', 'NotIn', 'b', 'c')] },
    { text: 'a in ()', means: [requires('a', 'In', '')] },
    { text: 'a in (,)', means: [requires('a', 'In', '')] },
    { text: 'a in (b,,c,)', means: [requires('a', 'In', '', 'b', 'c')] },
    { text: 'a>1,a<10', means: [requires('a', 'Gt', '1'), requires('a', 'Lt', '10')] },
    { text: 'x.example/y=z', means: [requires('x.example/y', 'In', 'z')] },
    { text: 'in in (in, notin)', means: [requires('in', 'In', 'in', 'notin')] },
    { text: 'notin', means: [requires('notin', 'Exists')] },
    { text: 'a=in', means: [requires('a', 'In', 'in')] },
    { text: 'constructor=x', means: [requires('constructor', 'In', 'x')] },
  ]

  it.each(readable)('reads $text', ({ text, means }) => {
    expect(parseLabelSelector(text)).toEqual(means)
  })

  /** The messages are those of Kubernetes 1.36, word for word. */
  const unreadable = [
    { text: ',', position: 0, message: "found ',', expected: !, identifier, or 'end of string'" },
    { text: '=a', position: 0, message: "found '=', expected: !, identifier, or 'end of string'" },
    { text: 'a,', position: 2, message: "found '', expected: identifier after ','" },
    { text: 'a,,b', position: 2, message: "found ',', expected: identifier after ','" },
    {
      text: 'a b',
      position: 2,
      message: "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
    },
    {
      text: 'a(b)',
      position: 1,
      message: "unable to parse requirement: found '(', expected: in, notin, =, ==, !=, gt, lt",
    },
    { text: '!', position: 1, message: "unable to parse requirement: found '', expected: identifier" },
    { text: '!!a', position: 1, message: "unable to parse requirement: found '!', expected: identifier" },
    { text: '!a=b', position: 2, message: "found '=', expected: ',' or 'end of string'" },
    { text: 'a=b c', position: 4, message: "found 'c', expected: ',' or 'end of string'" },
    { text: 'a=(b)', position: 2, message: "unable to parse requirement: found '(', expected: identifier" },
    { text: 'a in b', position: 5, message: "unable to parse requirement: found 'b' expected: '('" },
    { text: 'a in (b', position: 7, message: "unable to parse requirement: found '', expected: ',' or ')'" },
    {
      text: 'a in (=)',
      position: 6,
      message: "unable to parse requirement: found '=', expected: ',', ')' or identifier",
    },
    {
      text: 'a in (b,=)',
      position: 8,
      message: "unable to parse requirement: found '=', expected: ',', or identifier",
    },
    {
      text: 'ok,_=b',
      position: 3,
      message:
        "unable to parse requirement: <nil>: Invalid value: \"_\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    },
    {
      text: 'a=-',
      position: 0,
      message:
        "unable to parse requirement: values[0][a]: Invalid value: \"-\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    },
    {
      text: 'a>b',
      position: 0,
      message:
        "unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer",
    },
    {
      text: 'a<9223372036854775808',
      position: 0,
      message:
        "unable to parse requirement: values[0]: Invalid value: \"9223372036854775808\": for 'Gt', 'Lt' operators, the value must be an integer",
    },
  ]

  it.each(unreadable)(
    'rejects $text with the position and the message of kube-apiserver',
    ({ text, position, message }) => {
      expect(() => parseLabelSelector(text)).toThrow(
        expect.objectContaining({
          code: 'KW_CORE_LABEL_SELECTOR',
          message: expect.stringContaining(
            `Cannot read the label selector ${JSON.stringify(text)}: at position ${position}: `,
          ),
          details: { selector: text, position, message },
        }),
      )
    },
  )
})
