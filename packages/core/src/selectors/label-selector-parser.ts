/**
 * The grammar of label selectors as text, as parsed by an API server:
 *
 *     selector     = [ requirement { "," requirement } ]
 *     requirement  = [ "!" ] KEY | KEY ( "=" | "==" | "!=" | ">" | "<" ) [ VALUE ] | KEY ( "in" | "notin" ) "(" values ")"
 *     values       = [ VALUE ] { "," [ VALUE ] }
 *
 * Whitespace only separates. `in` and `notin` are keywords only between a key and a parenthesis.
 */
import { coreErrors } from '../errors.ts'
import { goQuote } from '../go/go-quote.ts'
import { type LabelOperator, type LabelRequirement, requirementProblems } from './label-requirement.ts'
import { nameProblems } from '../object/object-name.ts'

/**
 * Parses a label selector.
 *
 * Failure: `KW_CORE_LABEL_SELECTOR` names the position; `details.message` is what an API server would answer.
 *
 * @example
 * ```ts
 * parseLabelSelector('app=web, !legacy')
 * // => [{ key: 'app', operator: 'In', values: ['web'] }, { key: 'legacy', operator: 'DoesNotExist', values: [] }]
 * ```
 */
export function parseLabelSelector(text: string): readonly LabelRequirement[] {
  return new Parser(text).selector()
}

interface Token {
  /** `word` for keys, values, `in` and `notin`; the symbol itself for symbols; empty at the end. */
  readonly type: 'word' | '' | (string & {})
  readonly text: string
  readonly position: number
}

const operatorOf: Readonly<Record<string, LabelOperator>> = {
  '=': 'In',
  '==': 'In',
  '!=': 'NotIn',
  in: 'In',
  notin: 'NotIn',
  '>': 'Gt',
  '<': 'Lt',
}

class Parser {
  readonly #source: string
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(source: string) {
    this.#source = source
    this.#tokens = tokenize(source)
  }

  selector(): readonly LabelRequirement[] {
    const requirements: LabelRequirement[] = []
    if (this.#peek().type === '') return requirements
    if (!this.#startsRequirement()) throw this.#unexpected(this.#peek(), "!, identifier, or 'end of string'")
    for (;;) {
      requirements.push(this.#requirement())
      const separator = this.#take()
      if (separator.type === '') return requirements
      if (separator.type !== ',') throw this.#unexpected(separator, "',' or 'end of string'")
      if (!this.#startsRequirement()) throw this.#unexpected(this.#peek(), "identifier after ','")
    }
  }

  #requirement(): LabelRequirement {
    const isNegated = this.#peek().type === '!'
    if (isNegated) this.#take()
    const key = this.#key()
    if (isNegated) return { key: key.text, operator: 'DoesNotExist', values: [] }
    if (this.#endsRequirement()) return { key: key.text, operator: 'Exists', values: [] }
    const sign = this.#take()
    const operator = Object.hasOwn(operatorOf, sign.text) ? operatorOf[sign.text] : undefined
    if (operator === undefined) throw this.#refused(sign, `found '${sign.text}', expected: ${operatorList}`)
    const values = sign.type === 'word' ? this.#values() : this.#exactValue()
    return this.#checked({ key: key.text, operator, values }, key)
  }

  #key(): Token {
    const key = this.#take()
    if (key.type !== 'word') throw this.#refused(key, `found '${key.text}', expected: identifier`)
    const problems = nameProblems('qualifiedName', key.text)
    if (problems.length === 0) return key
    throw this.#refused(key, `<nil>: Invalid value: ${goQuote(key.text)}: ${problems.join('; ')}`)
  }

  /** A missing value is empty: `app=` selects objects whose label `app` is empty. */
  #exactValue(): readonly string[] {
    if (this.#endsRequirement()) return ['']
    const value = this.#take()
    if (value.type !== 'word') throw this.#refused(value, `found '${value.text}', expected: identifier`)
    return [value.text]
  }

  /** Nothing between commas is the empty value. */
  #values(): readonly string[] {
    const open = this.#take()
    if (open.type !== '(') throw this.#refused(open, `found '${open.text}' expected: '('`)
    const values = new Set<string>()
    for (let expected = "',', ')' or identifier"; ; expected = "',', or identifier") {
      values.add(this.#listedValue(expected))
      const separator = this.#take()
      if (separator.type === ')') return [...values].sort()
      if (separator.type !== ',') throw this.#refused(separator, `found '${separator.text}', expected: ',' or ')'`)
    }
  }

  #listedValue(expected: string): string {
    const { type, text } = this.#peek()
    if (type === 'word') return this.#take().text
    if (type === ',' || type === ')') return ''
    throw this.#refused(this.#peek(), `found '${text}', expected: ${expected}`)
  }

  #checked(requirement: LabelRequirement, key: Token): LabelRequirement {
    const problems = requirementProblems(requirement)
    if (problems.length === 0) return requirement
    throw this.#refused(key, problems.length === 1 ? problems[0]! : `[${problems.join(', ')}]`)
  }

  #peek(): Token {
    return this.#tokens[this.#next]!
  }

  #take(): Token {
    const token = this.#peek()
    if (token.type !== '') this.#next++
    return token
  }

  #startsRequirement(): boolean {
    const { type } = this.#peek()
    return type === 'word' || type === '!'
  }

  #endsRequirement(): boolean {
    const { type } = this.#peek()
    return type === '' || type === ','
  }

  #unexpected(token: Token, expected: string): Error {
    return this.#failure(token, `found '${token.text}', expected: ${expected}`)
  }

  #refused(token: Token, reason: string): Error {
    return this.#failure(token, `unable to parse requirement: ${reason}`)
  }

  #failure({ position }: Token, message: string): Error {
    return coreErrors('KW_CORE_LABEL_SELECTOR', {
      what: `read the label selector ${JSON.stringify(this.#source)}`,
      why: `at position ${position}: ${message}`,
      next: "Write requirements such as 'app=web', 'tier in (web,api)', 'release' or '!legacy', joined by commas.",
      details: { selector: this.#source, position, message },
    })
  }
}

const operatorList = 'in, notin, =, ==, !=, gt, lt'

/** A symbol, or a run of characters that are neither symbols nor whitespace. */
const lexeme = /==|!=|[=!(),<>]|[^=!(),<> \t\r\n]+/g

function tokenize(source: string): readonly Token[] {
  const tokens = Array.from(source.matchAll(lexeme), ({ 0: text, index }): Token => {
    const type = /^[=!(),<>]/.test(text) ? text : 'word'
    return { type, text, position: index }
  })
  return [...tokens, { type: '', text: '', position: source.length }]
}
