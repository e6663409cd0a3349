/** Parses a path into steps. */
import { JsonPathFailure, type PathStep } from './path-step.ts'

/** The nesting limit of paths, which prevents a stack overflow. */
const deepest = 50

export function parsePath(text: string, depth = 0): readonly PathStep[] {
  if (depth > deepest) throw new JsonPathFailure('nested too deeply')
  return new PathParser(text, depth).all()
}

const word = /[\p{L}\p{Nd}_]/u
const terminator = /[\s.,[\]$@{}]/

class PathParser {
  readonly #text: string
  readonly #depth: number
  readonly #steps: PathStep[] = []
  #at = 0

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  all(): readonly PathStep[] {
    while (this.#at < this.#text.length && this.#text[this.#at] !== '}') this.#next()
    return this.#steps
  }

  #next(): void {
    const rest = this.#text.slice(this.#at)
    if (rest.startsWith('[?(')) return this.#filter()
    if (rest.startsWith('..')) return this.#descent()
    const first = rest[0]!
    if (' @$'.includes(first)) this.#at++
    else if (first === '[') this.#brackets()
    else if (first === '.') this.#field(1)
    else if (first === '"' || first === "'") this.#quoted(first)
    else if (/[-+\d]/.test(first)) this.#number()
    else if (word.test(first)) this.#word()
    else throw new JsonPathFailure(`unrecognized character in action: ${first}`)
  }

  #field(skipped: number): void {
    this.#at += skipped
    let name = ''
    while (this.#at < this.#text.length && !terminator.test(this.#text[this.#at]!)) {
      if (this.#text[this.#at] === '\\') this.#at++
      name += this.#text[this.#at++] ?? ''
    }
    this.#steps.push(name === '*' ? { kind: 'everything' } : { kind: 'field', name })
  }

  #descent(): void {
    if (this.#steps.at(-1)?.kind === 'descent') throw new JsonPathFailure('invalid multiple recursive descent')
    this.#at += 2
    this.#steps.push({ kind: 'descent' })
    if (word.test(this.#text[this.#at] ?? '')) this.#field(0)
  }

  #quoted(quote: string): void {
    const match = quote === '"' ? /"((?:\\.|[^"\\])*)"/sy : /'((?:\\.|[^'\\])*)'/sy
    this.#steps.push({
      kind: 'literal',
      value: this.#take(match, 'unterminated quoted string').replace(/\\(.)/gs, '$1'),
    })
  }

  #number(): void {
    const text = this.#take(/([-+]?[\d.]*)/y, 'cannot parse number')
    const value = Number(text)
    if (text === '' || Number.isNaN(value)) throw new JsonPathFailure(`cannot parse number ${text}`)
    this.#steps.push({ kind: 'literal', value })
  }

  #word(): void {
    const name = this.#take(/([^\s.,[\]$@{}]+)/y, 'unclosed action')
    const isFlag = name === 'true' || name === 'false'
    this.#steps.push(isFlag ? { kind: 'literal', value: name === 'true' } : { kind: 'word', name })
  }

  #take(pattern: RegExp, problem: string): string {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) throw new JsonPathFailure(problem)
    this.#at += match[0].length
    return match[1]!
  }

  #brackets(): void {
    const inside = this.#take(/\[([^\]\n]*)\]/y, 'unterminated array')
    const parts = inside.split(',')
    if (parts.length > 1) {
      const paths = parts.map((part) => parsePath(`[${part.trim()}]`, this.#depth + 1))
      this.#steps.push({ kind: 'union', paths })
      return
    }
    const [, key] = /^'([^']*)'$/.exec(inside) ?? []
    if (key === undefined) this.#slice(inside === '*' ? ':' : inside)
    else this.#steps.push(...parsePath(`.${key}`, this.#depth + 1))
  }

  #slice(inside: string): void {
    const match = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(inside)
    if (match === null) throw new JsonPathFailure(`invalid array index ${inside}`)
    const [start, end, step] = match.slice(1).map((part) => toIndex((part ?? '').replace(':', '')))
    this.#steps.push({ kind: 'slice', start, end, step, isIndex: match[2] === undefined })
  }

  #filter(): void {
    const end = endOfFilter(this.#text, this.#at + 3)
    if (this.#text[end + 1] !== ']') throw new JsonPathFailure('unclosed array expect ]')
    const inside = this.#text.slice(this.#at + 3, end)
    this.#at = end + 2
    const [, left, operator, right] = /^([^!<>=]+)([!<>=]+)(.+?)$/s.exec(inside) ?? []
    const parse = (text: string) => parsePath(text, this.#depth + 1)
    this.#steps.push(
      operator === undefined
        ? { kind: 'filter', left: parse(inside), operator: 'exists', right: [] }
        : { kind: 'filter', left: parse(left!), operator, right: parse(right!) },
    )
  }
}

function toIndex(text: string): number | undefined {
  if (text === '') return undefined
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new JsonPathFailure(`array index ${text} is not a number`)
  return value
}

/** The position of the closing parenthesis that is not inside quotes. */
function endOfFilter(text: string, from: number): number {
  let [quote, isClosed] = ['', false]
  for (let at = from; at < text.length; at++) {
    const character = text[at]!
    if (character === '\n') break
    if (character === '"' || character === "'") {
      if (quote === '') quote = character
      else if (character === quote && text[at - 1] !== '\\') isClosed = true
    } else if (character === ')' && (quote === '' || isClosed)) return at
  }
  throw new JsonPathFailure('unterminated filter')
}
