/**
 * Go's regular expressions (RE2), made to run in JavaScript. The API server compiles every `pattern` with Go, so this is
 * the language patterns are written in: no look-around, no back-references, `(?i)` and `\z` instead.
 *
 * A pattern becomes a JavaScript one that accepts the same texts. It runs on a backtracking engine, so unlike in Go a
 * hostile pattern can be slow.
 */
import {
  type CharacterRange,
  complement,
  foldCase,
  formatCode,
  formatRanges,
  perlClasses,
  posixClasses,
} from './re2-class.ts'

/** What Go says about a pattern it cannot compile. */
export class Re2SyntaxError extends Error {
  override readonly name = 'Re2SyntaxError'

  constructor(what: string, where: string) {
    super(`error parsing regexp: ${what}: \`${where}\``)
  }
}

const compiled = new Map<string, RegExp>()

/**
 * The JavaScript twin of a Go pattern. Compiled once per text.
 *
 * @example
 * ```ts
 * compileRe2('(?i)^[[:alpha:]]+\\z').test('Blog') // => true
 * ```
 *
 * Failure: throws `Re2SyntaxError` with Go's words, for instance for `(?=a)`.
 */
export function compileRe2(pattern: string): RegExp {
  const known = compiled.get(pattern)
  if (known) return known
  const regex = new RegExp(new Re2Translator(pattern).translate(), 'u')
  compiled.set(pattern, regex)
  return regex
}

/** Why Go would not compile `pattern`; `undefined` if it would. */
export function re2Problem(pattern: string): string | undefined {
  if (compiled.has(pattern)) return undefined
  try {
    compileRe2(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

interface Flags {
  readonly i: boolean
  readonly s: boolean
  readonly m: boolean
}

/** Go refuses repeats whose counts, multiplied along the way down, exceed this. */
const mostRepeats = 1000

const controls: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }

const wordBoundary = '(?:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))'
const noWordBoundary = '(?:(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<![0-9A-Za-z_])(?![0-9A-Za-z_]))'

class Re2Translator {
  readonly #pattern: string
  #at = 0
  #flags: Flags = { i: false, s: false, m: false }
  /** The product of repeat counts inside the piece read last. */
  #repeats = 1

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  translate(): string {
    const out = this.#alternatives()
    if (this.#at < this.#pattern.length) throw new Re2SyntaxError('unexpected )', this.#pattern)
    return out
  }

  /** Everything up to the end or an unmatched `)`. Flags set inside end with it. */
  #alternatives(): string {
    const outer = this.#flags
    let out = ''
    let repeats = 1
    while (this.#at < this.#pattern.length && this.#peek() !== ')') {
      if (this.#take('|')) out += '|'
      else {
        out += this.#repeated()
        repeats = Math.max(repeats, this.#repeats)
      }
    }
    this.#flags = outer
    this.#repeats = repeats
    return out
  }

  #repeated(): string {
    this.#repeats = 1
    const piece = this.#piece()
    const start = this.#at
    const operator = this.#repeatOperator()
    if (operator === '') return piece
    if (piece === '') throw new Re2SyntaxError('missing argument to repetition operator', operator)
    if (this.#repeats > mostRepeats) throw new Re2SyntaxError('invalid repeat count', operator)
    const isLazy = this.#take('?')
    if (this.#repeatOperator() !== '') {
      throw new Re2SyntaxError('invalid nested repetition operator', this.#pattern.slice(start, this.#at))
    }
    return `${piece}${operator}${isLazy ? '?' : ''}`
  }

  /** `*`, `+`, `?` or `{n,m}` if one stands here; a `{` that counts nothing is a plain character. */
  #repeatOperator(): string {
    if (/[*+?]/.test(this.#peek())) return this.#next()
    const [text, low, comma, high] = this.#match(/\{(\d+)(,?)(\d*)\}/y) ?? []
    if (text === undefined || (comma === '' && high !== '')) return ''
    const least = Number(low)
    const most = comma === '' ? least : high === '' ? least : Number(high)
    if (least > mostRepeats || most > mostRepeats || most < least)
      throw new Re2SyntaxError('invalid repeat count', text)
    this.#repeats *= Math.max(most, 1)
    return text
  }

  #piece(): string {
    const character = this.#peek()
    if (/[*+?]/.test(character)) throw new Re2SyntaxError('missing argument to repetition operator', character)
    switch (character) {
      case '(':
        return this.#group()
      case '[':
        return this.#class()
      case '\\':
        return this.#escape()
      case '.':
        this.#at++
        return this.#flags.s ? '[^]' : '[^\\n]'
      case '^':
        this.#at++
        return this.#flags.m ? '(?:(?<![^\\n]))' : '(?:^)'
      case '$':
        this.#at++
        return this.#flags.m ? '(?:(?![^\\n]))' : '(?:$)'
      default:
        return this.#character(this.#nextCode())
    }
  }

  #group(): string {
    const start = this.#at
    if (this.#match(/\((?!\?)/y) ?? this.#match(/\(\?P?<[A-Za-z0-9_]+>/y)) return this.#groupBody(start)
    const [, on, off, end] = this.#match(/\(\?([imsU]*)(?:-([imsU]+))?([:)])/y) ?? []
    if (end === undefined) throw this.#badGroup()
    const before = this.#flags
    this.#flags = changeFlags(before, on!, off ?? '')
    if (end === ')') return '' // the flags hold until the surrounding group ends
    const body = this.#groupBody(start)
    this.#flags = before
    return body
  }

  #badGroup(): Re2SyntaxError {
    const name = this.#match(/\(\?P?<[^>]*>?/y)?.[0]
    if (name !== undefined) return new Re2SyntaxError('invalid named capture', name)
    const text = this.#match(/\(\?[imsU-]*.?/suy)![0]
    return new Re2SyntaxError('invalid or unsupported Perl syntax', text)
  }

  #groupBody(start: number): string {
    const body = this.#alternatives()
    if (!this.#take(')')) throw new Re2SyntaxError('missing closing )', this.#pattern.slice(start))
    return `(?:${body})`
  }

  #escape(): string {
    const quoted = this.#match(/\\Q([^]*?)(?:\\E|$)/uy)
    if (quoted)
      return Array.from(quoted[1]!)
        .map((character) => this.#character(character.codePointAt(0)!))
        .join('')
    const assertion = this.#match(/\\([AzbB])/y)?.[1]
    if (assertion !== undefined) return { A: '(?:^)', z: '(?:$)', b: wordBoundary, B: noWordBoundary }[assertion]!
    return this.#escapedSet() ?? this.#character(this.#escapedCode())
  }

  /** `\d`, `\S`, `\pL`, `\P{Greek}` outside a class. */
  #escapedSet(): string | undefined {
    const inside = this.#escapedSetInside()
    return inside === undefined ? undefined : `[${inside}]`
  }

  /** The same, as it stands inside brackets. */
  #escapedSetInside(): string | undefined {
    const perl = this.#match(/\\([dswDSW])/y)?.[1]
    if (perl !== undefined) {
      const ranges = this.#folded(perlClasses[perl.toLowerCase()]!)
      return formatRanges(perl === perl.toLowerCase() ? ranges : complement(ranges))
    }
    const [text, sign, braced, letter] = this.#match(/\\([pP])(?:\{(\^?[A-Za-z_]+)\}|([A-Za-z]))/y) ?? []
    if (text === undefined) return undefined
    const name = braced ?? letter!
    const isNegated = (sign === 'P') !== name.startsWith('^')
    return unicodeSet(name.replace('^', ''), isNegated, text)
  }

  #escapedCode(): number {
    const start = this.#at
    const hex = this.#match(/\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y)
    if (hex && Number.parseInt(hex[1] ?? hex[2]!, 16) <= 0x10ffff) return Number.parseInt(hex[1] ?? hex[2]!, 16)
    const octal = this.#match(/\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/y)
    if (octal) return Number.parseInt(octal[1]!, 8)
    const control = this.#match(/\\([afnrtv])/y)
    if (control) return controls[control[1]!]!
    const punctuation = this.#match(/\\(\p{ASCII})/uy)?.[1]
    if (punctuation !== undefined && !/[0-9A-Za-z]/.test(punctuation)) return punctuation.charCodeAt(0)
    if (start + 1 >= this.#pattern.length) throw new Re2SyntaxError('trailing backslash at end of expression', '')
    throw new Re2SyntaxError('invalid escape sequence', this.#pattern.slice(start, start + 2))
  }

  #class(): string {
    const start = this.#at++
    const isNegated = this.#take('^')
    let inside = ''
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      if (this.#at >= this.#pattern.length) throw new Re2SyntaxError('missing closing ]', this.#pattern.slice(start))
      inside += this.#posixClass() ?? this.#escapedSetInside() ?? formatRanges(this.#folded([this.#range()]))
    }
    this.#at++
    return `[${isNegated ? '^' : ''}${inside}]`
  }

  #posixClass(): string | undefined {
    const [text, negation, name] = this.#match(/\[:(\^?)([a-z]+):\]/y) ?? []
    if (text === undefined) return undefined
    const ranges = posixClasses[name!]
    if (ranges === undefined) throw new Re2SyntaxError('invalid character class range', text)
    const folded = this.#folded(ranges)
    return formatRanges(negation === '^' ? complement(folded) : folded)
  }

  #range(): CharacterRange {
    const start = this.#at
    const from = this.#classCode()
    const isRange = this.#peek() === '-' && this.#at + 1 < this.#pattern.length && this.#pattern[this.#at + 1] !== ']'
    if (!isRange) return [from, from]
    this.#at++
    const to = this.#classCode()
    if (to < from) throw new Re2SyntaxError('invalid character class range', this.#pattern.slice(start, this.#at))
    return [from, to]
  }

  #classCode(): number {
    return this.#peek() === '\\' ? this.#escapedCode() : this.#nextCode()
  }

  #character(code: number): string {
    const cases = this.#folded([[code, code]])
    return cases.length === 1 ? formatCode(code) : `[${formatRanges(cases)}]`
  }

  #folded(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
    return this.#flags.i ? foldCase(ranges) : ranges
  }

  #peek(): string {
    return this.#pattern.charAt(this.#at)
  }

  #next(): string {
    return this.#pattern.charAt(this.#at++)
  }

  #nextCode(): number {
    const code = this.#pattern.codePointAt(this.#at)!
    this.#at += code > 0xffff ? 2 : 1
    return code
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#at++
    return true
  }

  /** Matches a sticky expression here and steps over it. */
  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    const match = expression.exec(this.#pattern)
    if (match === null) return undefined
    this.#at = expression.lastIndex
    return match
  }
}

function changeFlags(flags: Flags, on: string, off: string): Flags {
  const change = (flag: keyof Flags) => (flags[flag] || on.includes(flag)) && !off.includes(flag)
  return { i: change('i'), s: change('s'), m: change('m') }
}

/** A general category has one or two letters; every other name is a script. */
function unicodeSet(name: string, isNegated: boolean, text: string): string {
  if (name === 'Any') return isNegated ? '' : '\\u{0}-\\u{10ffff}'
  const set = `\\${isNegated ? 'P' : 'p'}{${name.length <= 2 ? name : `Script=${name}`}}`
  try {
    new RegExp(set, 'u')
    return set
  } catch {
    throw new Re2SyntaxError('invalid character class range', text)
  }
}
