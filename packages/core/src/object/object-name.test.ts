import { describe, expect, it } from 'vitest'
import { isValidName, namePrefixProblems, nameProblems, type NameRule } from './object-name.ts'

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const oldLabel =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
const keyName =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

describe('validation of names', () => {
  const fine: readonly (readonly [NameRule, readonly string[]])[] = [
    ['dns1123Label', ['a', '0', 'my-name', '123-abc', 'a--b', 'a'.repeat(63)]],
    ['dns1123Subdomain', ['a', 'example.com', '1.2.3', 'a-b.c-d', 'a'.repeat(253)]],
    ['dns1035Label', ['a', 'my-name', 'abc-123', 'a'.repeat(63)]],
    [
      'qualifiedName',
      ['a', 'MyName', 'my.name', '1-_.2', 'example.com/MyName', `${'a'.repeat(253)}/${'b'.repeat(63)}`],
    ],
    ['labelValue', ['', 'MyValue', 'my_value', '12345', 'a'.repeat(63)]],
    ['pathSegment', ['', 'a', '...', 'system:node:a', 'ü', ' ']],
  ]

  it.each(fine)('accepts as %s: %j', (rule, names) => {
    expect(names.map((name) => [name, nameProblems(rule, name), isValidName(rule, name)])).toEqual(
      names.map((name) => [name, [], true]),
    )
  })

  /** The messages are those of kube-apiserver 1.36. */
  const wrong: readonly { rule: NameRule; name: string; problems: readonly string[] }[] = [
    { rule: 'dns1123Label', name: '', problems: [label] },
    { rule: 'dns1123Label', name: 'A', problems: [label] },
    { rule: 'dns1123Label', name: '-a', problems: [label] },
    { rule: 'dns1123Label', name: 'a-', problems: [label] },
    { rule: 'dns1123Label', name: 'a\n', problems: [label] },
    { rule: 'dns1123Label', name: 'my.name', problems: ['must not contain dots'] },
    { rule: 'dns1123Label', name: 'a'.repeat(64), problems: ['must be no more than 63 characters'] },
    { rule: 'dns1123Label', name: 'é'.repeat(32), problems: ['must be no more than 63 characters', label] },
    { rule: 'dns1123Subdomain', name: 'a..b', problems: [subdomain] },
    { rule: 'dns1123Subdomain', name: 'a_b', problems: [subdomain] },
    { rule: 'dns1123Subdomain', name: 'a'.repeat(254), problems: ['must be no more than 253 characters'] },
    { rule: 'dns1035Label', name: '1a', problems: [oldLabel] },
    { rule: 'qualifiedName', name: '', problems: ['name part must be non-empty', `name part ${keyName}`] },
    { rule: 'qualifiedName', name: '/a', problems: ['prefix part must be non-empty'] },
    { rule: 'qualifiedName', name: 'Ab/c', problems: [`prefix part ${subdomain}`] },
    { rule: 'qualifiedName', name: `${'a'.repeat(254)}/c`, problems: ['prefix part must be no more than 253 bytes'] },
    { rule: 'qualifiedName', name: 'a/', problems: ['name part must be non-empty', `name part ${keyName}`] },
    { rule: 'qualifiedName', name: 'a'.repeat(64), problems: ['name part must be no more than 63 bytes'] },
    { rule: 'qualifiedName', name: '_a', problems: [`name part ${keyName}`] },
    {
      rule: 'qualifiedName',
      name: 'a/b/c',
      problems: [
        `a valid label key ${keyName} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
      ],
    },
    { rule: 'labelValue', name: '-', problems: [value] },
    { rule: 'labelValue', name: 'a b', problems: [value] },
    { rule: 'labelValue', name: 'a'.repeat(64), problems: ['must be no more than 63 bytes'] },
    { rule: 'pathSegment', name: '.', problems: ["may not be '.'"] },
    { rule: 'pathSegment', name: '..', problems: ["may not be '..'"] },
    { rule: 'pathSegment', name: 'a/b%', problems: ["may not contain '/'", "may not contain '%'"] },
  ]

  it.each(wrong)('rejects as $rule: $name', ({ rule, name, problems }) => {
    expect([nameProblems(rule, name), isValidName(rule, name)]).toEqual([problems, false])
  })

  // A backtracking pattern would exceed the timeout.
  it.each(['dns1123Label', 'dns1123Subdomain', 'qualifiedName', 'labelValue'] as const)(
    'checks a megabyte against %s in linear time',
    (rule) => {
      expect(isValidName(rule, `${'a'.repeat(500_000)}${'.a-'.repeat(170_000)}`)).toBe(false)
    },
  )
})

describe('validation of generateName prefixes', () => {
  it.each<{ rule: NameRule; prefix: string; problems: readonly string[] }>([
    { rule: 'dns1123Subdomain', prefix: 'blog-', problems: [] },
    { rule: 'dns1123Label', prefix: 'blog', problems: [] },
    { rule: 'dns1123Label', prefix: '-', problems: [label] },
    { rule: 'dns1123Label', prefix: 'é-', problems: [label] },
    { rule: 'dns1035Label', prefix: '1blog-', problems: [oldLabel] },
    { rule: 'pathSegment', prefix: '..', problems: [] },
    { rule: 'pathSegment', prefix: 'a/', problems: ["may not contain '/'"] },
  ])('may end in one dash: $prefix as $rule', ({ rule, prefix, problems }) => {
    expect(namePrefixProblems(rule, prefix)).toEqual(problems)
  })
})
