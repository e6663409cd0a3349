import type { JsonValue } from '@kubewright/core/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { toJson, toYaml } from './manifest-text.ts'

describe('toYaml', () => {
  it('writes keys in a fixed order, whatever their order in the object', () => {
    const object = { status: {}, spec: { b: 1, a: [] }, metadata: { name: 'x' }, kind: 'K', apiVersion: 'v1', data: {} }
    expect(toYaml(object)).toBe(
      'apiVersion: v1\nkind: K\nmetadata:\n  name: x\nspec:\n  a: []\n  b: 1\nstatus: {}\ndata: {}\n',
    )
  })

  it('writes lists of objects, nested lists and multi-line text', () => {
    const value = { list: [{ a: 1, b: [1, [2]] }, 'x', {}], text: 'one\n\n  two' }
    expect(toYaml(value)).toBe(
      'list:\n  - a: 1\n    b:\n      - 1\n      - - 2\n  - x\n  - {}\ntext: |-\n  one\n\n    two\n',
    )
  })

  it.each([
    ['plain words', 'Container image.', 'Container image.'],
    ['a path', '.status.url', '.status.url'],
    ['a regular expression', '^[a-z]+$', "'^[a-z]+$'"],
    ['quotes', "it's", "'it''s'"],
    ['a YAML 1.1 boolean', 'yes', "'yes'"],
    ['digits', '10', "'10'"],
    ['a version number', '1.10', "'1.10'"],
    ['a time', '12:30', "'12:30'"],
    ['a comment', 'a # b', "'a # b'"],
    ['a mapping', 'a: b', "'a: b'"],
    ['an empty string', '', "''"],
    ['control characters', 'a\u0007b', '"a\\u0007b"'],
    ['a trailing line break', 'a\n', '"a\\n"'],
  ])('quotes %s only if necessary', (_name, text, yaml) => {
    expect(toYaml({ key: text })).toBe(`key: ${yaml}\n`)
  })

  const tricky = fc.constantFrom(
    '',
    'a',
    'no',
    '~',
    '1e3',
    '0x1f',
    '-',
    '- a',
    'a\nb',
    ' a',
    'a ',
    'a:',
    '#',
    '!x',
    '*x',
    '&x',
    '\t',
    '\u2028',
    '😀',
    '%',
    '@',
    '`',
    '"',
    "'",
    '{}',
    '[',
    '=',
    '<<',
    '.inf',
    '2020-01-01',
    'a\n b\n',
    '|',
    '>',
    '?',
    'key: v',
  )
  const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<JsonValue>(null, true, false, 0, -1, 1.5, 1e21),
      tricky,
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }).filter((text) => !/[\ud800-\udfff]/.test(text)),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(tricky, fc.string({ unit: 'grapheme', maxLength: 5 })), tie('value'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  })).value

  it.each(['1.2', '1.1'] as const)('is parsed by YAML %s to the same value', (version) => {
    fc.assert(
      fc.property(json, (value) => {
        expect(parse(toYaml(value), { version })).toEqual(value)
      }),
      { seed: 5, numRuns: 1000 },
    )
  })
})

describe('toJson', () => {
  it('writes keys in the same order', () => {
    expect(toJson({ b: 1, a: { d: 1, c: 2 } })).toBe('{\n  "a": {\n    "c": 2,\n    "d": 1\n  },\n  "b": 1\n}\n')
  })
})
