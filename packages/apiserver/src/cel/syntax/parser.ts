/**
 * Reads an expression. What cannot be read is told in the words of the API server's parser, which was made by a
 * generator: it names every token it would have taken, skips one that is too many and supplies one that is missing.
 */
import type { Value } from '../values/value.ts'
import { type Call, type Entry, type Expr, type Identifier, type Item, type StructField } from './ast.ts'
import { bytesOf, intOf, stringOf, uintOf } from './literal.ts'
import { expandMacro } from './macros.ts'
import { type Issue, Source } from './source.ts'
import { type Token, tokenize } from './token.ts'

export type Parsed = { readonly expr: Expr; readonly source: Source } | { readonly problem: string }

/** Longer expressions are refused unread. */
const mostCharacters = 100_000

/** How deep an expression may nest. */
const deepest = 250

/** How long a chain of operators or of dots may be. */
const longestChain = 1000

/** The server gives up at this one, which it counts and does not describe. */
const mostIssues = 101

/** Reads `text` into a tree, or says why it cannot. */
export function parse(text: string): Parsed {
  const source = new Source(text)
  const size = source.characters.length
  if (size > mostCharacters) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${mostCharacters}`
    return { problem: source.describe([{ offset: -1, message }]) }
  }
  const { tokens, issues } = tokenize(source)
  const parser = new Parser(source, tokens, [...issues])
  const expr = parser.parse()
  if (parser.issues.length > 0 || expr === undefined) return { problem: source.describe(firstOf(parser.issues)) }
  return { expr, source }
}

/** Characters that cannot be read are found before the parser starts; the server finds them on its way. */
function firstOf(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((left, right) => left.offset - right.offset).slice(0, mostIssues)
}

/** In the order the generated parser lists them. */
const listed =
  "'[' ']' '{' '}' '(' ')' '.' ',' '-' '!' '?' ':' 'true' 'false' 'null' NUM_FLOAT NUM_INT NUM_UINT STRING BYTES IDENTIFIER ESC_IDENTIFIER".split(
    ' ',
  )

const startsOfExpression =
  "'[' '{' '(' '.' '-' '!' 'true' 'false' 'null' NUM_FLOAT NUM_INT NUM_UINT STRING BYTES IDENTIFIER".split(' ')

const nameOfKind: Readonly<Partial<Record<Token['kind'], string>>> = {
  float: 'NUM_FLOAT',
  int: 'NUM_INT',
  uint: 'NUM_UINT',
  string: 'STRING',
  bytes: 'BYTES',
  identifier: 'IDENTIFIER',
  'quoted identifier': 'ESC_IDENTIFIER',
  end: '<EOF>',
}

const reserved = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
)

const relations = new Set(['<', '<=', '>=', '>', '==', '!=', 'in'])
const sums = new Set(['+', '-'])
const products = new Set(['*', '/', '%'])

/** Thrown where reading on makes no sense; the issue is noted already. */
class Unreadable extends Error {}

class Parser {
  readonly issues: Issue[]
  readonly #source: Source
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(source: Source, tokens: readonly Token[], issues: Issue[]) {
    this.#source = source
    this.#tokens = tokens
    this.issues = issues
  }

  parse(): Expr | undefined {
    try {
      const expr = this.#expression()
      if (this.#token.kind !== 'end') this.#unexpected(['<EOF>'])
      return expr
    } catch (error) {
      if (error instanceof Unreadable) return undefined
      throw error
    }
  }

  get #token(): Token {
    return this.#tokens[this.#at]!
  }

  #expression(): Expr {
    if (++this.#depth > deepest) {
      this.#report(-1, `expression recursion limit exceeded: ${deepest}`)
      throw new Unreadable()
    }
    const test = this.#logical('||', () => this.#logical('&&', () => this.#relation()))
    const mark = this.#token
    let expr = test
    if (this.#take('?')) {
      const whenTrue = this.#logical('||', () => this.#logical('&&', () => this.#relation()))
      this.#expect(':')
      expr = call('_?_:_', mark, [test, whenTrue, this.#expression()])
    }
    this.#depth--
    return expr
  }

  /** Chains are balanced, so that a long one is not deep. */
  #logical(operator: '||' | '&&', operand: () => Expr): Expr {
    const operands = [operand()]
    const marks: Token[] = []
    for (let mark = this.#token; this.#take(operator); mark = this.#token) {
      marks.push(mark)
      operands.push(operand())
    }
    return balance(`_${operator}_`, operands, marks)
  }

  #relation(): Expr {
    return this.#leftToRight(relations, () =>
      this.#leftToRight(sums, () => this.#leftToRight(products, () => this.#unary())),
    )
  }

  /** `a.b.c` and `1 + 2 + 3` are as deep as they are long. */
  #limitChain(links: number): void {
    if (links < longestChain) return
    this.#report(-1, `expression recursion limit exceeded: ${deepest}`)
    throw new Unreadable()
  }

  #leftToRight(operators: ReadonlySet<string>, operand: () => Expr): Expr {
    let left = operand()
    let links = 0
    for (let mark = this.#token; mark.kind === 'symbol' && operators.has(mark.text); mark = this.#token) {
      this.#limitChain(++links)
      this.#at++
      const name = mark.text === 'in' ? '@in' : `_${mark.text}_`
      left = call(name, mark, [left, operand()])
    }
    return left
  }

  #unary(): Expr {
    const mark = this.#token
    const next = this.#tokens[this.#at + 1]
    if (this.#is('-') && (next?.kind === 'int' || next?.kind === 'float')) return this.#member()
    if (this.#take('!')) return this.#repeated('!', '!_', mark)
    if (this.#take('-')) return this.#repeated('-', '-_', mark)
    return this.#member()
  }

  /** An even number of equal signs cancel out. */
  #repeated(sign: string, name: string, mark: Token): Expr {
    let count = 1
    while (this.#take(sign)) count++
    const operand = this.#member()
    return count % 2 === 0 ? operand : call(name, mark, [operand])
  }

  #member(): Expr {
    let expr = this.#primary()
    for (let links = 0; ; links++) {
      this.#limitChain(links)
      const mark = this.#token
      if (this.#take('.')) expr = this.#afterDot(expr, mark)
      else if (this.#take('[')) expr = this.#afterBracket(expr, mark)
      else return expr
    }
  }

  #afterDot(operand: Expr, dot: Token): Expr {
    const isOptional = this.#take('?')
    const name = this.#token
    if (name.kind !== 'identifier' && name.kind !== 'quoted identifier') {
      this.#report(name.offset, `Syntax error: no viable alternative at input '${this.#between(dot, name)}'`)
      throw new Unreadable()
    }
    this.#at++
    if (name.kind === 'quoted identifier') this.#report(name.offset, "unsupported syntax: '`'")
    const open = this.#token
    if (!isOptional && name.kind === 'identifier' && this.#take('(')) return this.#callTo(name.text, operand, open)
    if (!isOptional) return { kind: 'select', operand, field: name.text, isTest: false, offset: dot.offset }
    return call('_?._', dot, [operand, { kind: 'literal', value: name.text, offset: name.offset }])
  }

  /** As written, blanks included. */
  #between(from: Token, to: Token): string {
    const end = to.kind === 'end' ? from.offset + 1 : to.offset + Array.from(to.text).length
    return this.#source.characters.slice(from.offset, end).join('')
  }

  #afterBracket(operand: Expr, bracket: Token): Expr {
    const isOptional = this.#take('?')
    this.#needExpression(isOptional ? [] : ["'?'"])
    const index = this.#expression()
    this.#expect(']')
    return call(isOptional ? '_[?_]' : '_[_]', bracket, [operand, index])
  }

  #callTo(name: string, target: Expr | undefined, open: Token): Expr {
    const args: Expr[] = []
    if (!this.#is(')')) {
      this.#needExpression(["')'"])
      if (!this.#is(')')) {
        do args.push(this.#expression())
        while (this.#take(','))
      }
    }
    this.#expect(')')
    const plain: Call = { kind: 'call', name, target, args, offset: open.offset }
    const expanded = expandMacro(plain)
    if (expanded === undefined) return plain
    if (!('problem' in expanded)) return expanded
    this.#report(expanded.offset, expanded.problem)
    return plain
  }

  #primary(): Expr {
    this.#needExpression([])
    const token = this.#token
    this.#at++
    switch (token.kind) {
      case 'int':
      case 'uint':
      case 'float':
      case 'string':
      case 'bytes':
        return this.#literal(token)
      case 'identifier':
        return this.#named(token, '')
    }
    switch (token.text) {
      case '(':
        return this.#nested()
      case '[':
        return this.#list(token)
      case '{':
        return this.#map(token)
      case '-':
        return this.#negativeLiteral(token)
      case '.':
        return this.#afterLeadingDot(token)
    }
    return literal(token.text === 'null' ? null : token.text === 'true', token)
  }

  #literal(token: Token, sign = ''): Expr {
    const text = sign + token.text
    switch (token.kind) {
      case 'int':
        return literal(intOf(text) ?? this.#badLiteral('int', token), token)
      case 'uint':
        return literal(uintOf(text) ?? this.#badLiteral('uint', token), token)
      case 'float': {
        const value = Number(text)
        return literal(Number.isFinite(value) ? value : this.#badLiteral('double', token), token)
      }
      case 'bytes':
        return literal(bytesOf(token), token)
      default:
        return literal(stringOf(token), token)
    }
  }

  #badLiteral(what: string, { offset }: Token): Value {
    this.#report(offset, `invalid ${what} literal`)
    return 0n
  }

  #negativeLiteral(minus: Token): Expr {
    const token = this.#token
    if (token.kind !== 'int' && token.kind !== 'float') {
      this.#report(token.offset, "Syntax error: no viable alternative at input '-'")
      throw new Unreadable()
    }
    this.#at++
    return { ...this.#literal(token, '-'), offset: minus.offset }
  }

  #afterLeadingDot(dot: Token): Expr {
    const name = this.#token
    if (name.kind !== 'identifier') {
      this.#report(name.offset, `Syntax error: no viable alternative at input '${this.#between(dot, name)}'`)
      throw new Unreadable()
    }
    this.#at++
    return this.#named(name, '.')
  }

  #named(token: Token, prefix: string): Expr {
    const struct = this.#struct(token, prefix)
    if (struct !== undefined) return struct
    if (reserved.has(token.text)) this.#report(token.offset, `reserved identifier: ${token.text}`)
    const open = this.#token
    if (this.#take('(')) return this.#callTo(prefix + token.text, undefined, open)
    return { kind: 'identifier', name: prefix + token.text, offset: token.offset } satisfies Identifier
  }

  /** `a.b.C{…}`: whether names are the start of one is known only at the brace. */
  #struct(first: Token, prefix: string): Expr | undefined {
    let typeName = prefix + first.text
    let at = this.#at
    while (this.#tokens[at]!.text === '.' && this.#tokens[at + 1]!.kind === 'identifier') {
      typeName += `.${this.#tokens[at + 1]!.text}`
      at += 2
    }
    const brace = this.#tokens[at]!
    if (brace.kind !== 'symbol' || brace.text !== '{') return undefined
    this.#at = at + 1
    const fields = this.#separated('}', () => this.#structField())
    return { kind: 'struct', typeName, fields, offset: brace.offset }
  }

  #structField(): StructField {
    const isOptional = this.#take('?')
    const name = this.#token
    if (name.kind !== 'identifier' && name.kind !== 'quoted identifier') {
      this.#unexpected([...(isOptional ? [] : ["'}'", "','", "'?'"]), 'IDENTIFIER', 'ESC_IDENTIFIER'])
      throw new Unreadable()
    }
    this.#at++
    const colon = this.#token
    this.#expect(':')
    return { name: name.text, value: this.#expression(), isOptional, offset: colon.offset }
  }

  #nested(): Expr {
    const expr = this.#expression()
    this.#expect(')')
    return expr
  }

  #list({ offset }: Token): Expr {
    this.#needExpression(["']'", "','", "'?'"])
    return { kind: 'list', items: this.#separated(']', () => this.#item()), offset }
  }

  #item(): Item {
    const isOptional = this.#take('?')
    return { value: this.#expression(), isOptional }
  }

  #map({ offset }: Token): Expr {
    this.#needExpression(["'}'", "','", "'?'"])
    return { kind: 'map', entries: this.#separated('}', () => this.#entry()), offset }
  }

  #entry(): Entry {
    const isOptional = this.#take('?')
    const key = this.#expression()
    const colon = this.#token
    this.#expect(':')
    return { key, value: this.#expression(), isOptional, offset: colon.offset }
  }

  /** Parts with commas between them, and perhaps one after the last. */
  #separated<Part>(close: ']' | '}', part: () => Part): readonly Part[] {
    const parts: Part[] = []
    while (!this.#is(close)) {
      if (parts.length === 0 && this.#take(',')) break
      parts.push(part())
      if (!this.#take(',')) break
      if (!isStart(this.#token) && !this.#is('?')) return this.#expect(close), parts
    }
    if (!this.#take(close)) this.#unexpected([`'${close}'`, "','"], close)
    return parts
  }

  #is(symbol: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.text === symbol
  }

  #take(symbol: string): boolean {
    if (!this.#is(symbol)) return false
    this.#at++
    return true
  }

  #expect(symbol: ')' | ']' | '}' | ':'): void {
    if (this.#take(symbol)) return
    const canFollow = symbol === ':' ? isStart(this.#token) : canEndAt(this.#token)
    if (canFollow) this.#report(this.#token.offset, `Syntax error: missing '${symbol}' at '${this.#token.text}'`)
    else this.#unexpected([`'${symbol}'`], symbol)
  }

  /** Stands at the start of an expression, or at one of `others`; steps over one token that is too many. */
  #needExpression(others: readonly string[]): void {
    if (isStart(this.#token) || others.includes(`'${this.#token.text}'`)) return
    this.#unexpected([...startsOfExpression, ...others])
  }

  /** Reports the token. Skips it when the one behind it would do, as the generated parser does; else gives up. */
  #unexpected(expected: readonly string[], thenTake?: string): void {
    const token = this.#token
    const behind = this.#tokens[this.#at + 1]
    const isExtra = behind !== undefined && expected.includes(nameOf(behind))
    const what = isExtra ? 'extraneous' : 'mismatched'
    this.#report(token.offset, `Syntax error: ${what} input '${token.text}' expecting ${listOf(expected)}`)
    if (!isExtra) throw new Unreadable()
    this.#at++
    if (thenTake !== undefined) this.#take(thenTake)
  }

  #report(offset: number, message: string): void {
    this.issues.push({ offset, message })
    if (this.issues.length >= mostIssues) throw new Unreadable()
  }
}

function call(name: string, { offset }: Token, args: readonly Expr[]): Call {
  return { kind: 'call', name, target: undefined, args, offset }
}

function literal(value: Value, { offset }: Token): Expr {
  return { kind: 'literal', value, offset }
}

function balance(name: string, operands: readonly Expr[], marks: readonly Token[]): Expr {
  if (operands.length === 1) return operands[0]!
  const middle = Math.floor(marks.length / 2)
  const left = balance(name, operands.slice(0, middle + 1), marks.slice(0, middle))
  const right = balance(name, operands.slice(middle + 1), marks.slice(middle + 1))
  return call(name, marks[middle]!, [left, right])
}

function isStart(token: Token): boolean {
  return startsOfExpression.includes(nameOf(token))
}

/** What may stand behind a closing bracket. */
function canEndAt({ kind, text }: Token): boolean {
  return kind === 'end' || (kind === 'symbol' && !/^(?:[[{(!,:]|true|false|null)$/.test(text))
}

function nameOf(token: Token): string {
  return nameOfKind[token.kind] ?? `'${token.text}'`
}

function listOf(names: readonly string[]): string {
  if (names.length === 1) return names[0]!
  return `{${[...names].sort((left, right) => listed.indexOf(left) - listed.indexOf(right)).join(', ')}}`
}
