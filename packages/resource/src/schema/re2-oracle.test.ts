/** Compares our RE2 with re2js, a translation of Go's package `regexp`. */
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { compileRe2, re2Problem } from './re2.ts'

/** The positions of all matches; `undefined` if the pattern is refused. */
type Verdict = readonly (readonly [start: number, end: number])[] | undefined

function ours(pattern: string, text: string): Verdict {
  if (re2Problem(pattern) !== undefined) return undefined
  const re2 = compileRe2(pattern)
  const found = Array.from(re2.matches(text), ({ start, end }) => [start, end] as const)
  expect(re2.test(text)).toBe(found.length > 0)
  return found
}

function theirs(pattern: string, text: string): Verdict {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern)
  } catch {
    return undefined
  }
  const found: (readonly [number, number])[] = []
  for (const matcher = compiled.matcher(text); matcher.find(); ) found.push([matcher.start(), matcher.end()])
  return withoutAdjacent(found)
}

/** Go's `FindAll` leaves out an empty match right after another match; a matcher of Java, whose interface re2js has, does not. */
function withoutAdjacent(found: readonly (readonly [number, number])[]): Verdict {
  return found.filter(([start, end], index) => start < end || found[index - 1]?.[1] !== start)
}

describe('an RE2 pattern, compared with Go', () => {
  it.each([
    ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$', ['a', 'a-b.c', 'a_b', '-a', '']],
    ['^(\\d+)(m|Mi|Gi)?$', ['5', '5Mi', '5Ki', 'Mi']],
    ['(?i)straße|ſ|K', ['STRASSE', 'Straße', 's', 'k', '\u212a']],
    ['(?i)[σ-τ]|ß|ǆ|ı|ᾳ|\\x{2126}', ['ς', 'ẞ', 'ǅ', 'I', 'ᾼ', 'ω', 'Σ']],
    ['[[:alpha:]]+\\z', ['abc', 'abc1', 'abc\n']],
    ['\\pL+|\\p{Greek}|\\P{Lu}', ['αβγ', 'ABC', '1']],
    ['[^\\x00-\\x7f]', ['abc', 'é', '😀']],
    ['a{2,3}?', ['a', 'aaaaa']],
    ['(?s).(?-s).', ['\n\n', '\na', 'a\n']],
    ['(?m)^x$', ['a\nx\nb', 'x\n', '\nx']],
    ['\\bfoo\\B', ['foo', 'foobar', ' foob']],
    ['(?U)a+', ['aaa']],
    ['\\Qa.b\\E*', ['a.b', 'a.bbb', 'acb']],
    ['(?P<name>x)(?<other>y)', ['xy', 'yx']],
    ['x*', ['', 'axxb', '😀x']],
    ['[a-\\d]', ['a', '-', '5']],
  ])('has the same matches: %s', (pattern, texts) => {
    for (const text of texts) expect([text, ours(pattern, text)]).toEqual([text, theirs(pattern, text)])
  })

  it.each([
    '(?=a)',
    '(?!a)',
    '(?<=a)',
    '\\1',
    '(a',
    'a)',
    '[a',
    'a**',
    'a{1001}',
    '\\8',
    '(?P<n>a',
    '[b-a]',
    '*a',
    '\\',
  ])('is refused by both: %s', (pattern) => {
    expect([ours(pattern, ''), theirs(pattern, '')]).toEqual([undefined, undefined])
  })

  it('has the same matches or is refused by both (random patterns)', () => {
    const sign = fc.constantFrom(...Array.from('ab.|*+?()[]{}^$\\-:!=<>,123PQEzsimU_ é😀\n'))
    const piece = fc.constantFrom(
      '[a-c]',
      '[^b]',
      '(?i)',
      '(?:',
      '\\d',
      '\\W',
      '\\pL',
      '\\b',
      '{1,2}',
      '[[:digit:]]',
      '(?s:',
    )
    const pattern = fc.array(fc.oneof(sign, piece), { maxLength: 9 }).map((signs) => signs.join(''))
    const text = fc.string({ unit: fc.constantFrom(...Array.from('abAB1-_ é\n😀')), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (regex, input) => {
        expect(ours(regex, input)).toEqual(theirs(regex, input))
      }),
      { numRuns: 1_000 },
    )
  })
})
