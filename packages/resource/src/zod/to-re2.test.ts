import { describe, expect, it } from 'vitest'
import { compileRe2 } from '../schema/re2.ts'
import { quoteRe2, toRe2 } from './to-re2.ts'

describe('toRe2', () => {
  it.each([
    [/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'],
    [/a\/b/, 'a/b'],
    [/^ab$/i, '(?i)^ab$'],
    [/(?<year>\d{4})/, '(\\d{4})'],
    [/\u00e9\x41\u{1F600}/u, '\\x{E9}A\\x{1F600}'],
    [/^[\s\S]*$/, '^(?s:.)*$'],
    [/a.b/s, 'a(?s:.)b'],
    [/a.b/, 'a[^\\n\\r\\x{2028}\\x{2029}]b'],
    [/\p{Letter}\p{Script=Greek}/u, '\\p{L}\\p{Greek}'],
    [/[[]/, '[\\[]'],
    [/a{,3}{x}/, 'a\\{,3}\\{x}'],
    [new RegExp('[]'), '[^\\x{00}-\\x{10FFFF}]'],
  ])('writes %s in Go syntax', (regex, pattern) => {
    expect(toRe2(regex)).toEqual({ pattern })
  })

  it.each([
    [/(?=a)/, 'uses a look-ahead `(?=`'],
    [/(?!a)/, 'uses a look-ahead `(?!`'],
    [/(?<=a)b/, 'uses a look-behind `(?<=`'],
    [/(?<!a)b/, 'uses a look-behind `(?<!`'],
    [/(a)\1/, 'refers back to a group with `\\1`'],
    [/(?<n>a)\k<n>/, 'refers back to a group with `\\k<n>`'],
    [/^a$/m, 'has the flag `m`'],
    [/a/y, 'has the flag `y`'],
    [/\p{Emoji}/u, 'uses the Unicode property `\\p{Emoji}`'],
    [/a{1001}/, 'does not compile in Go: error parsing regexp: invalid repeat count: `{1001}`'],
    [/(?:a{100}){11}/, 'does not compile in Go: error parsing regexp: invalid repeat count: `{11}`'],
    [/😀/, 'names characters beyond U+FFFF without the flag `u`'],
    [/\ud83d/u, 'names half of a surrogate pair'],
  ])('refuses %s', (regex, problem) => {
    expect(toRe2(regex)).toEqual({ problem })
  })

  const texts = [
    '',
    'a',
    'ab',
    'aXb',
    'a\nb',
    'a\rb',
    'é',
    ' ',
    '\u00a0',
    '\ufeff',
    '\v',
    'foo bar',
    '[',
    '-',
    'a-z',
    '\\',
    'λ',
    'A',
    '\b',
    '{',
    '^',
    ']',
  ]
  it.each([
    /^a.b$/,
    /\s/,
    /\S/,
    /[^\s]/,
    /^[\S]$/,
    /[a\-z]/,
    /[\w-x]/,
    /^[\b]$/,
    /\bfoo\b/,
    /[.\]]/,
    /\$|\^/,
    /[\d\D]/,
    /^\p{L}$/u,
  ])('keeps the meaning of %s', (regex) => {
    const { pattern } = toRe2(regex) as { pattern: string }
    expect(texts.filter((text) => compileRe2(pattern).test(text))).toEqual(texts.filter((text) => regex.test(text)))
  })

  it('matches quoted text literally', () => {
    expect(compileRe2(`^${quoteRe2('a.b*(c)[d]{2}|^$\\')}$`).test('a.b*(c)[d]{2}|^$\\')).toBe(true)
  })
})
