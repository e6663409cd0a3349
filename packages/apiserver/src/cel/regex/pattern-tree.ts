/**
 * A pattern as a tree. What Go accepts is settled by `compileRe2`, which writes the pattern again in a small part of
 * JavaScript's syntax: classes, single characters, groups, repeats and six assertions. That form is read here, so that
 * there is one reader of Go's syntax only. Its regular expression is never run: it could backtrack for ever.
 */
import { compileRe2 } from '@kubewright/resource/schema'

export type Assertion = 'start' | 'end' | 'line start' | 'line end' | 'word boundary' | 'no word boundary'

export type PatternNode =
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat'
      readonly node: PatternNode
      readonly least: number
      readonly most: number
      readonly isLazy: boolean
    }

const word = '[0-9A-Za-z_]'

/** The six assertions, as they are written. */
const assertions: readonly (readonly [string, Assertion])[] = [
  ['(?:^)', 'start'],
  ['(?:$)', 'end'],
  ['(?:(?<![^\\n]))', 'line start'],
  ['(?:(?![^\\n]))', 'line end'],
  [`(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`, 'word boundary'],
  [`(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`, 'no word boundary'],
]

/** Failure: throws `Re2SyntaxError` for what Go would not compile. */
export function readPattern(pattern: string): PatternNode {
  return new PatternReader(compileRe2(pattern).source).read()
}

class PatternReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    // An empty pattern is written so that it is not a comment.
    this.#text = text === '(?:)' ? '' : text
  }

  read(): PatternNode {
    return this.#choice()
  }

  #choice(): PatternNode {
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = []
    while (this.#at < this.#text.length && !/[|)]/.test(this.#text.charAt(this.#at))) nodes.push(this.#repeated())
    return { kind: 'sequence', nodes }
  }

  #repeated(): PatternNode {
    const node = this.#piece()
    const [text, symbol, least, comma, most] = this.#match(/([*+?])|\{(\d+)(?:(,)(\d*))?\}/y) ?? []
    if (text === undefined) return node
    const isLazy = this.#take('?')
    if (symbol !== undefined) {
      return { kind: 'repeat', node, least: symbol === '+' ? 1 : 0, most: symbol === '?' ? 1 : Infinity, isLazy }
    }
    const upper = comma === undefined ? Number(least) : most === '' ? Infinity : Number(most)
    return { kind: 'repeat', node, least: Number(least), most: upper, isLazy }
  }

  #piece(): PatternNode {
    for (const [text, assertion] of assertions) if (this.#take(text)) return { kind: 'assertion', assertion }
    if (this.#take('(?:')) {
      const inner = this.#choice()
      this.#take(')')
      return inner
    }
    return { kind: 'set', source: this.#match(/\[[^\]]*\]|\\u\{[0-9a-f]+\}|[0-9A-Za-z]/y)![0] }
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #match(shape: RegExp): RegExpExecArray | undefined {
    shape.lastIndex = this.#at
    const match = shape.exec(this.#text)
    if (match === null) return undefined
    this.#at = shape.lastIndex
    return match
  }
}
