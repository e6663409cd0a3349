/** Parses Go's regular expressions (RE2), and rejects what Go rejects, with the same messages. */
import {
  type CharacterRange,
  complement,
  foldCase,
  formatCode,
  formatRanges,
  lastCodePoint,
  perlClasses,
  posixClasses,
} from './re2-class.ts'
import type { Assertion, PatternNode, Repeat } from './re2-pattern.ts'
import { Re2SyntaxError } from './re2-syntax-error.ts'

interface Flags {
  readonly i: boolean
  readonly s: boolean
  readonly m: boolean
  readonly U: boolean
}

/** Go rejects nested repeats whose multiplied counts exceed this. */
const mostRepeats = 1000

/** Go limits the height of its syntax tree, leaves included. Non-capturing groups add no height. */
const mostLevels = 1000

const controls: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }

const textAssertions: Readonly<Record<string, Assertion>> = {
  A: 'start',
  z: 'end',
  b: 'word boundary',
  B: 'no word boundary',
}

/** Failure: throws `Re2SyntaxError` with Go's message. */
export function parsePattern(pattern: string): PatternNode {
  return new Re2Parser(pattern).parse()
}

interface Count {
  readonly least: number
  readonly most: number
  readonly isCounted: boolean
}

class Re2Parser {
  readonly #pattern: string
  #at = 0
  #level = 0
  #flags: Flags = { i: false, s: false, m: false, U: false }

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  parse(): PatternNode {
    const node = this.#alternatives()
    if (this.#at < this.#pattern.length) throw new Re2SyntaxError('unexpected )', this.#pattern)
    return node
  }

  /** Everything up to the end or an unmatched `)`. Flags set inside are scoped to it. */
  #alternatives(): PatternNode {
    const outer = this.#flags
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    this.#flags = outer
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  /** A repeat applies to the last node, even across a change of flags: in `x(?i)*` to the `x`. */
  #sequence(): PatternNode {
    const nodes: PatternNode[] = []
    let lastRepeat: number | undefined
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#peek())) {
      const start = this.#at
      const count = this.#repeatOperator()
      if (count === undefined) nodes.push(...this.#piece())
      else nodes.push(this.#repeat(nodes.pop(), count, { start, lastRepeat }))
      lastRepeat = count === undefined ? undefined : start
    }
    return { kind: 'sequence', nodes }
  }

  #repeat(
    node: PatternNode | undefined,
    count: Count,
    { start, lastRepeat }: { start: number; lastRepeat: number | undefined },
  ): Repeat {
    const isLazy = this.#take('?') !== this.#flags.U
    if (lastRepeat !== undefined) throw this.#refuse('invalid nested repetition operator', lastRepeat)
    if (node === undefined) throw this.#refuse('missing argument to repetition operator', start)
    const repeat: Repeat = { kind: 'repeat', node, ...count, isLazy }
    const isMany = count.isCounted && (count.least >= 2 || (count.most >= 2 && count.most !== Infinity))
    if (isMany && !isFewRepeats(repeat, mostRepeats)) throw this.#refuse('invalid repeat count', start)
    return repeat
  }

  /** `*`, `+`, `?` or `{n,m}`, if present; a `{` that is not a count is a plain character. */
  #repeatOperator(): Count | undefined {
    if (this.#take('*')) return { least: 0, most: Infinity, isCounted: false }
    if (this.#take('+')) return { least: 1, most: Infinity, isCounted: false }
    if (this.#take('?')) return { least: 0, most: 1, isCounted: false }
    const start = this.#at
    const [text, low, comma, high] = this.#match(/\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y) ?? []
    if (text === undefined) return undefined
    const least = Number(low)
    const most = comma === undefined ? least : high === undefined ? Infinity : Number(high)
    const isOver = least > mostRepeats || (most > mostRepeats && most !== Infinity) || most < least
    if (isOver) throw this.#refuse('invalid repeat count', start)
    return { least, most, isCounted: true }
  }

  /** Empty for a change of flags, several characters for `\Q…\E`. */
  #piece(): readonly PatternNode[] {
    switch (this.#peek()) {
      case '(':
        return this.#group()
      case '[':
        return [this.#class()]
      case '\\':
        return this.#escape()
      case '.':
        this.#at++
        return [{ kind: 'set', source: this.#flags.s ? '[^]' : '[^\\n]' }]
      case '^':
        this.#at++
        return [{ kind: 'assertion', assertion: this.#flags.m ? 'line start' : 'start' }]
      case '$':
        this.#at++
        return [{ kind: 'assertion', assertion: this.#flags.m ? 'line end' : 'end' }]
      default:
        return [this.#character(this.#nextCode())]
    }
  }

  #group(): readonly PatternNode[] {
    if (this.#match(/\((?!\?)/y) ?? this.#match(/\(\?P?<[A-Za-z0-9_]+>/y)) return [this.#groupBody()]
    const [, on, off, end] = this.#match(/\(\?([imsU]*)(?:-([imsU]+))?([:)])/y) ?? []
    if (end === undefined) throw this.#badGroup()
    const before = this.#flags
    this.#flags = changeFlags(before, on!, off ?? '')
    if (end === ')') return [] // the flags hold until the enclosing group ends
    const body = this.#groupBody()
    this.#flags = before
    return [body]
  }

  #badGroup(): Re2SyntaxError {
    const start = this.#at
    if (this.#match(/\(\?P?<(?!$)[^>]*>?/y)) return this.#refuse('invalid named capture', start)
    this.#match(/\(\?[imsU]*(?:-[imsU]*)?[^]?/uy)
    return this.#refuse('invalid or unsupported Perl syntax', start)
  }

  #groupBody(): PatternNode {
    if (++this.#level >= mostLevels) throw new Re2SyntaxError('expression nests too deeply', this.#pattern)
    const body = this.#alternatives()
    if (!this.#take(')')) throw new Re2SyntaxError('missing closing )', this.#pattern)
    this.#level--
    return body
  }

  #escape(): readonly PatternNode[] {
    const quoted = this.#match(/\\Q([^]*?)(?:\\E|$)/uy)
    if (quoted) return Array.from(quoted[1]!).map((character) => this.#character(character.codePointAt(0)!))
    const letter = this.#match(/\\([AzbB])/y)?.[1]
    if (letter !== undefined) return [{ kind: 'assertion', assertion: textAssertions[letter]! }]
    const inside = this.#escapedSetInside()
    return [inside === undefined ? this.#character(this.#escapedCode()) : { kind: 'set', source: `[${inside}]` }]
  }

  /** `\d`, `\S`, `\pL`, `\P{Greek}` inside brackets. */
  #escapedSetInside(): string | undefined {
    const perl = this.#match(/\\([dswDSW])/y)?.[1]
    if (perl !== undefined) {
      const ranges = this.#folded(perlClasses[perl.toLowerCase()]!)
      return formatRanges(perl === perl.toLowerCase() ? ranges : complement(ranges))
    }
    const [text, sign, braced, letter] = this.#match(/\\([pP])(?:\{([^}]*)\}|(\{[^]*|[^]?))/uy) ?? []
    if (text === undefined) return undefined
    const name = braced ?? letter!
    const isNegated = (sign === 'P') !== name.startsWith('^')
    return unicodeSet(name.replace('^', ''), isNegated, text)
  }

  #escapedCode(): number {
    const start = this.#at
    if (this.#match(/\\$/y)) throw new Re2SyntaxError('trailing backslash at end of expression', '')
    const hex = this.#match(/\\x(?:\{0*([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))/y)
    const code = Number.parseInt(hex?.[1] ?? hex?.[2] ?? '', 16)
    if (code <= lastCodePoint) return code
    const octal = this.#match(/\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/y)
    if (octal) return Number.parseInt(octal[1]!, 8)
    const control = this.#match(/\\([afnrtv])/y)
    if (control) return controls[control[1]!]!
    const punctuation = this.#match(/\\([^0-9A-Za-z\u{80}-\u{10ffff}])/uy)?.[1]
    if (punctuation !== undefined) return punctuation.charCodeAt(0)
    this.#at = start
    this.#stepOverBadEscape()
    throw this.#refuse('invalid escape sequence', start)
  }

  /** Go's message quotes the input read so far: of a number, up to and including the first excess or invalid digit. */
  #stepOverBadEscape(): void {
    const number = this.#match(/\\x\{0*(?:10[0-9A-Fa-f]{4}|[0-9A-Fa-f]{0,5})/uy)
    if (number === undefined) this.#match(/\\x[^]{0,2}|\\[^]/uy)
    else this.#match(/[^]/uy)
  }

  #class(): PatternNode {
    const start = this.#at++
    const isNegated = this.#take('^')
    let inside = ''
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      if (this.#at >= this.#pattern.length) throw new Re2SyntaxError('missing closing ]', this.#pattern.slice(start))
      inside += this.#posixClass() ?? this.#escapedSetInside() ?? formatRanges(this.#folded([this.#range()]))
    }
    this.#at++
    return { kind: 'set', source: `[${isNegated ? '^' : ''}${inside}]` }
  }

  #posixClass(): string | undefined {
    const [text, negation, name] = this.#match(/\[:(\^?)([^]*?):\]/y) ?? []
    if (text === undefined) return undefined
    const ranges = Object.hasOwn(posixClasses, name!) ? posixClasses[name!] : undefined
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

  #character(code: number): PatternNode {
    const cases = this.#folded([[code, code]])
    return { kind: 'set', source: cases.length === 1 ? formatCode(code) : `[${formatRanges(cases)}]` }
  }

  #folded(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
    return this.#flags.i ? foldCase(ranges) : ranges
  }

  /** Quotes the text between `start` and the current position. */
  #refuse(what: string, start: number): Re2SyntaxError {
    return new Re2SyntaxError(what, this.#pattern.slice(start, this.#at))
  }

  #peek(): string {
    return this.#pattern.charAt(this.#at)
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

  /** Matches a sticky expression here and consumes it. */
  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    const match = expression.exec(this.#pattern)
    if (match === null) return undefined
    this.#at = expression.lastIndex
    return match
  }
}

/** Whether the counts multiplied along every path stay below `most`. A count of zero is ignored. */
function isFewRepeats(node: PatternNode, most: number): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.nodes.every((each) => isFewRepeats(each, most))
    case 'choice':
      return node.options.every((each) => isFewRepeats(each, most))
    case 'repeat': {
      if (!node.isCounted) return isFewRepeats(node.node, most)
      const count = node.most === Infinity ? node.least : node.most
      if (node.most === 0) return true
      return count <= most && isFewRepeats(node.node, count === 0 ? most : Math.trunc(most / count))
    }
    default:
      return true
  }
}

function changeFlags(flags: Flags, on: string, off: string): Flags {
  const change = (flag: keyof Flags) => (flags[flag] || on.includes(flag)) && !off.includes(flag)
  return { i: change('i'), s: change('s'), m: change('m'), U: change('U') }
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
