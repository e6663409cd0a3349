import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRe2, re2Problem } from './re2.ts'
import { parsePattern } from './re2-parser.ts'
import { type Assertion, matchesNothing, type PatternNode, type Repeat } from './re2-pattern.ts'

/** Counts steps, and throws at the limit. */
function counter(limit = Infinity): { readonly spend: (steps: number) => void; taken: number } {
  const count = {
    taken: 0,
    spend: (steps: number) => {
      count.taken += steps
      if (count.taken > limit) throw new Error('too many steps')
    },
  }
  return count
}

function firstMatch(pattern: string, text: string): string | undefined {
  for (const { start, end } of compileRe2(pattern).matches(text)) return text.slice(start, end)
  return undefined
}

function errorOf(pattern: string): unknown {
  try {
    return compileRe2(pattern)
  } catch (error) {
    return error
  }
}

const word = '[0-9A-Za-z_]'

const assertions: Readonly<Record<Assertion, string>> = {
  start: '(?:^)',
  end: '(?:$)',
  'line start': '(?:(?<![^\\n]))',
  'line end': '(?:(?![^\\n]))',
  'word boundary': `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  'no word boundary': `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
}

/** The same pattern for JavaScript, with the flag `u`. */
function toJavaScript(node: PatternNode): string {
  switch (node.kind) {
    case 'set':
      return node.source
    case 'assertion':
      return assertions[node.assertion]
    case 'sequence':
      return node.nodes.map(toJavaScript).join('')
    case 'choice':
      return `(?:${node.options.map(toJavaScript).join('|')})`
    case 'repeat':
      return `(?:${toJavaScript(node.node)})${countOf(node)}${node.isLazy ? '?' : ''}`
  }
}

function repeatsNothing(node: PatternNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.nodes.some(repeatsNothing)
    case 'choice':
      return node.options.some(repeatsNothing)
    case 'repeat':
      return matchesNothing(node.node) || repeatsNothing(node.node)
    default:
      return false
  }
}

function countOf({ least, most }: Repeat): string {
  if (most === Infinity) return `{${least},}`
  return `{${least},${most}}`
}

const hostile = [
  '^(a+)+$',
  '^(a|a)*$',
  '(a*)*c',
  '^(a|aa)+$',
  '(.*)*!!',
  '((a?){20}){5}b',
  '^(a?){50}a{50}b$',
  'a*a*a*a*a*a*b',
  '(?i)(?:(?:a|b)+)+$x',
]

describe('an RE2 pattern', () => {
  it.each(hostile)('is matched in linear time: %s', (pattern) => {
    const { size } = compileRe2(pattern)
    const text = `${'a'.repeat(5000)}!`
    const [testing, finding] = [counter(), counter()]
    compileRe2(pattern).test(text, testing.spend)
    for (const _ of compileRe2(pattern).matches(text.slice(0, 500), finding.spend)) break
    expect(testing.taken).toBeLessThan(2 * size * text.length)
    expect(finding.taken).toBeLessThan(4 * size * 500)
  })

  it('takes one step per character once its states are cached', () => {
    const pattern = compileRe2('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')
    const text = 'a-b1'.repeat(60)
    pattern.test(text)
    const count = counter()
    expect(pattern.test(text, count.spend)).toBe(true)
    expect(count.taken).toBe(text.length)
  })

  it('stops matching when the step limit is reached', () => {
    const { spend } = counter(100_000)
    expect(() => compileRe2('(a|b)*a(a|b){400}$').test('ab'.repeat(50_000), spend)).toThrow('too many steps')
  })

  it('matches like the same pattern in JavaScript', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(?i:A)', '\\w', '(?s:.)', '(?:)', 'é')
    const assertion = fc.constantFrom('^', '$', '\\b', '\\B', '(?m:^)', '(?m:$)')
    const repeat = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{2,}', '*?', '??')
    // No characters beyond U+FFFF: JavaScript looks back into the middle of them.
    const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
      pattern: fc.array(tie('piece'), { maxLength: 3 }).map((pieces) => pieces.join('')),
      piece: fc.oneof(
        { depthSize: 'small', maxDepth: 3 },
        fc.tuple(atom, repeat).map(([each, times]) => each + times),
        assertion,
        fc.tuple(tie('pattern'), tie('pattern'), repeat).map(([one, other, times]) => `(${one}|${other})${times}`),
      ),
    }))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '\n', '-', 'é'), maxLength: 7 })
    fc.assert(
      fc.property(pattern, text, (regex, input) => {
        const tree = parsePattern(regex)
        const twin = new RegExp(toJavaScript(tree), 'u')
        expect(compileRe2(regex).test(input)).toBe(twin.test(input))
        // JavaScript prefers an iteration that consumes a character, Go the first alternative.
        return repeatsNothing(tree) || firstMatch(regex, input) === twin.exec(input)?.[0]
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['(a|ab)(c|bcd)?', 'abcd', 'abcd'],
    ['a|ab', 'ab', 'a'],
    ['a*?', 'aaa', ''],
    ['(?U)a+', 'aaa', 'a'],
    ['(?U)a+?', 'aaa', 'aaa'],
    ['\\bb', 'ab b', 'b'],
    ['ü+', 'füür', 'üü'],
    ['^.$', '😀', '😀'],
    ['(|a)*', 'aa', ''],
    ['(|a)+', 'aa', ''],
    ['(a|)*', 'aa', 'aa'],
    ['(|a){1,2}', 'aa', ''],
    ['(|a){2,}', 'aa', ''],
    ['(a*)+b', 'aab', 'aab'],
    ['(|a)*b', 'aab', 'aab'],
    ['(?:^|a)+', 'aab', ''],
    ['x', 'ab', undefined],
  ])('finds the match that Go prefers: %s in %j', (pattern, text, expected) => {
    expect(firstMatch(pattern, text)).toBe(expected)
  })

  it('finds all matches, without an empty one right after another', () => {
    expect([...compileRe2('a*').matches('b😀aaab')]).toEqual([
      { start: 0, end: 0 },
      { start: 1, end: 1 },
      { start: 3, end: 6 },
      { start: 7, end: 7 },
    ])
  })

  it('matches correctly when its state cache overflows', () => {
    const tail = compileRe2('a[ab]{11}$')
    const texts = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 12, maxLength: 3000 })
    fc.assert(
      fc.property(texts, (text) => tail.test(text) === (text.at(-12) === 'a')),
      { numRuns: 50 },
    )
    const letters = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    const any = compileRe2(`^(?:${letters.join('|')})+$`)
    expect([any.test(letters.join('')), any.test(`${letters.join('')}x${letters.join('')}`)]).toEqual([true, false])
  })
})

describe('the cache of RE2 patterns', () => {
  it('compiles a pattern once, also an invalid one', () => {
    expect(compileRe2('^once$')).toBe(compileRe2('^once$'))
    expect(errorOf('(once')).toBe(errorOf('(once'))
  })

  it('evicts patterns when there are too many', () => {
    const [first, broken] = [compileRe2('^first$'), errorOf('(first')]
    for (let index = 0; index < 5000; index++) compileRe2(`^pattern ${index}$`)
    expect(compileRe2('^first$')).not.toBe(first)
    expect(errorOf('(first')).not.toBe(broken)
  })

  it.each([
    { name: 'nested too deeply', pattern: '('.repeat(20_000), says: 'expression nests too deeply' },
    { name: 'too large', pattern: 'a{1000}'.repeat(200), says: 'expression too large' },
  ])('refuses a pattern that is $name', ({ pattern, says }) => {
    expect(re2Problem(pattern)).toContain(says)
  })
})
