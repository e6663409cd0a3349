/**
 * A JSON tokenizer as strict as Go's. It only detects that a text is not JSON; `json-syntax.ts` produces the message, which
 * is slower and rarely needed.
 */
import { deepestKept } from './depth-limit.ts'

/** The text is not JSON. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
}

/** Go's limit on nested brackets. */
const deepest = 10_000

/** Codes of the significant characters. */
export const code = {
  tab: 9,
  newline: 10,
  return: 13,
  space: 32,
  quote: 34,
  comma: 44,
  minus: 45,
  dot: 46,
  zero: 48,
  nine: 57,
  colon: 58,
  openList: 91,
  backslash: 92,
  closeList: 93,
  f: 102,
  n: 110,
  t: 116,
  open: 123,
  close: 125,
} as const

/** Go's name for the JSON type that starts with this character. */
export function kindOf(next: number): string {
  switch (next) {
    case code.quote:
      return 'string'
    case code.open:
      return 'object'
    case code.openList:
      return 'array'
    case code.t:
    case code.f:
      return 'bool'
    default:
      return 'number'
  }
}

export class JsonText {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The code of the next non-space character; NaN at the end. */
  peek(): number {
    for (;;) {
      const next = this.#text.charCodeAt(this.#at)
      if (next !== code.space && next !== code.newline && next !== code.return && next !== code.tab) return next
      this.#at++
    }
  }

  get isAtEnd(): boolean {
    return Number.isNaN(this.peek())
  }

  /** Consumes a bracket, comma or colon that `peek` has returned. */
  take(): void {
    this.#at++
  }

  /** Consumes the opening bracket of an object or list whose content is kept. */
  enter(): void {
    if (++this.#depth > deepestKept) throw new NotJson()
    this.#at++
  }

  /** Consumes its closing bracket. */
  leave(): void {
    this.#depth--
    this.#at++
  }

  /** Consumes the key of a member and its colon. */
  key(): string {
    if (this.peek() !== code.quote) throw new NotJson()
    const key = this.string()
    if (this.peek() !== code.colon) throw new NotJson()
    this.#at++
    return key
  }

  /** The string at the quote that `peek` has returned. Unpaired surrogates become U+FFFD, as in Go. */
  string(): string {
    const start = this.#at
    const isPlain = this.#skipString()
    if (isPlain) return this.#text.slice(start + 1, this.#at - 1)
    const text = parse(this.#text.slice(start, this.#at)) as string
    return /[\ud800-\udfff]/.test(text) ? Buffer.from(text, 'utf8').toString('utf8') : text
  }

  /** The raw text of the string, without quotes and with its escapes. */
  rawString(): string {
    const start = this.#at
    this.#skipString()
    const raw = this.#text.slice(start + 1, this.#at - 1)
    parse(`"${raw}"`)
    return raw
  }

  /** The literal text of the number. */
  number(): string {
    const start = this.#at
    if (this.#next() === code.minus) this.#at++
    if (this.#next() === code.zero) this.#at++
    else this.#digits()
    if (this.#next() === code.dot) {
      this.#at++
      this.#digits()
    }
    if ((this.#next() | 0x20) === 0x65) this.#exponent()
    return this.#text.slice(start, this.#at)
  }

  /** Consumes `true`, `false` or `null`. */
  word(word: string): void {
    if (!this.#text.startsWith(word, this.#at)) throw new NotJson()
    this.#at += word.length
  }

  /** Skips a value of any kind; iterative, so that depth does not cost stack. */
  skip(limit = deepest): void {
    const open: number[] = []
    for (;;) {
      const next = this.peek()
      if (next === code.open || next === code.openList) {
        if (open.length + this.#depth >= limit) throw new NotJson()
        this.#at++
        if (this.#isEmpty(next)) this.#at++
        else {
          open.push(next)
          if (next === code.open) this.#skipKey()
          continue
        }
      } else this.#skipScalar(next)
      if (this.#isDone(open)) return
    }
  }

  /** Parses the value that starts here. */
  any(): unknown {
    return parse(this.raw(deepestKept))
  }

  /** The raw text of the value that starts here. */
  raw(limit = deepest): string {
    this.peek()
    const start = this.#at
    this.skip(limit)
    return this.#text.slice(start, this.#at)
  }

  /** Parses the whole text as one value. */
  whole(): unknown {
    const value = this.any()
    if (!this.isAtEnd) throw new NotJson()
    return value
  }

  /** After a value inside `open`: consumes closing brackets up to the next value. True if all are closed. */
  #isDone(open: number[]): boolean {
    while (open.length > 0) {
      const inside = open[open.length - 1]!
      const next = this.peek()
      this.#at++
      if (next === code.comma) {
        if (inside === code.open) this.#skipKey()
        return false
      }
      if (next !== inside + 2) throw new NotJson()
      open.pop()
    }
    return true
  }

  /** Whether the bracket just opened closes immediately. Both closing brackets have the opening code plus two. */
  #isEmpty(opened: number): boolean {
    return this.peek() === opened + 2
  }

  #skipKey(): void {
    if (this.peek() !== code.quote) throw new NotJson()
    this.#skipCheckedString()
    if (this.peek() !== code.colon) throw new NotJson()
    this.#at++
  }

  #skipScalar(next: number): void {
    if (next === code.quote) this.#skipCheckedString()
    else if (next === code.t) this.word('true')
    else if (next === code.f) this.word('false')
    else if (next === code.n) this.word('null')
    else this.number()
  }

  #skipCheckedString(): void {
    const start = this.#at
    if (!this.#skipString()) parse(this.#text.slice(start, this.#at))
  }

  /** Returns whether the string has no escapes. Does not validate the escapes. */
  #skipString(): boolean {
    const text = this.#text
    let isPlain = true
    for (let at = this.#at + 1; ; at++) {
      const next = text.charCodeAt(at)
      if (next === code.quote) {
        this.#at = at + 1
        return isPlain
      }
      if (next === code.backslash) {
        isPlain = false
        at++
      } else if (!(next >= code.space)) throw new NotJson()
    }
  }

  #digits(): void {
    const start = this.#at
    while (this.#next() >= code.zero && this.#next() <= code.nine) this.#at++
    if (this.#at === start) throw new NotJson()
  }

  #exponent(): void {
    this.#at++
    const sign = this.#next()
    if (sign === code.minus || sign === 43) this.#at++
    this.#digits()
  }

  #next(): number {
    return this.#text.charCodeAt(this.#at)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NotJson()
  }
}
