import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { yamlToJson } from './yaml-json.ts'
import { writeYaml } from './yaml-writer.ts'

describe('writeYaml', () => {
  /** As kube-apiserver 1.36.4 writes them. */
  it.each([
    ['', '""'],
    ['a', 'a'],
    ['yes', '"yes"'],
    ['O', 'O'],
    ['1_000', '"1_000"'],
    ['0x1f', '"0x1f"'],
    ['09', '"09"'],
    ['1e', '1e'],
    ['-', "'-'"],
    ['-a', '-a'],
    ['--- a', "'--- a'"],
    ['a: b', "'a: b'"],
    ['a:b', 'a:b'],
    ['a #b', "'a #b'"],
    ["it's", "it's"],
    ["'x", "'''x'"],
    ['?a', '?a'],
    ['? a', "'? a'"],
    [' lead', "' lead'"],
    ['two\nlines', '|-\n  two\n  lines'],
    ['two\n\nlines\n\n', '|+\n  two\n\n  lines\n'],
    [' lead\nx', '|2-\n   lead\n  x'],
    ['x \ny', '"x \\ny"'],
    ['tab\there', '"tab\\there"'],
    ['😀', '"\\U0001F600"'],
    ['日本', '日本'],
    ['<<', '<<'],
    ['2020-1-1', '"2020-1-1"'],
    ['12:30:45', '"12:30:45"'],
    ['word '.repeat(20).trim(), `${'word '.repeat(16).trim()}\n  word word word word`],
  ])('writes %j as %j', (text, expected) => {
    expect(writeYaml({ a: text })).toBe(`a: ${expected}\n`)
  })

  it('sorts keys naturally: digits by value, letters last', () => {
    const keys = ['a10', 'a9', 'a01', 'a1', 'a001', 'a_1', 'Z', 'a.1']
    const written = writeYaml(Object.fromEntries(keys.map((key) => [key, {}])))
    expect(written.replaceAll(': {}\n', ' ').trim()).toBe('Z a.1 a_1 a1 a01 a001 a9 a10')
  })

  it('does not indent lists below their key, and nests lists in lists', () => {
    const value = { a: [{ c: 1, b: [] }, [true, null]], d: {} }
    expect(writeYaml(value)).toBe('a:\n- b: []\n  c: 1\n- - true\n  - null\nd: {}\n')
  })

  it('round-trips through yamlToJson()', async () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', ':', '#', '-', "'", '"', '1', '.', '\t', 'é', '{', '\\') }),
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.lorem({ maxCount: 40 }),
    )
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('any'), { maxLength: 4 }),
      map: fc.dictionary(text, tie('any'), { maxKeys: 4, noNullPrototype: true }),
    }))
    await fc.assert(
      fc.asyncProperty(value.map, async (map) => {
        expect(JSON.parse((await yamlToJson(writeYaml(map))).json)).toEqual(map)
      }),
    )
  })
})
