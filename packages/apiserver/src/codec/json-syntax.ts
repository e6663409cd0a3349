/**
 * Go's syntax error for a text that is not JSON: the offending character and the parser state. Go reads bytes, and so does
 * this. It runs only after a faster parser has rejected the text.
 */
import { goQuote } from '@kubewright/core/go'

const deepest = 10_000

/** Undefined if the text is JSON after all. */
export function syntaxProblem(bytes: Uint8Array): string | undefined {
  try {
    new Scanner(bytes).scan()
    return undefined
  } catch (error) {
    if (error instanceof Stumble) return error.message
    throw error
  }
}

class Stumble extends Error {
  override readonly name = 'Stumble'
}

/** The characters that may follow a backslash, besides `u`. */
const escapes = new Set(Array.from('bfnrt\\/"', (character) => character.charCodeAt(0)))

class Scanner {
  readonly #bytes: Uint8Array
  #at = 0
  /** The open brackets: `{` or `[`. */
  readonly #open: string[] = []

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  scan(): void {
    this.#skipSpace()
    for (;;) {
      if (this.#opens()) continue
      if (this.#closes()) break
    }
    this.#skipSpace()
    if (this.#at < this.#bytes.length) throw this.#stumble('after top-level value')
  }

  /** Consumes a whole value, or the opening of a nonempty object or list. Returns true in the latter case: a value comes next. */
  #opens(): boolean {
    const next = this.#peek()
    if (next === '{' || next === '[') return this.#bracket(next)
    if (next === '"') this.#string()
    else if (next === 't') this.#word('true')
    else if (next === 'f') this.#word('false')
    else if (next === 'n') this.#word('null')
    else if (next === '-' || isDigit(next)) this.#number()
    else throw this.#stumble('looking for beginning of value')
    return false
  }

  #bracket(kind: '{' | '['): boolean {
    if (this.#open.length >= deepest) throw this.#stumble('exceeded max depth')
    this.#open.push(kind)
    this.#at++
    this.#skipSpace()
    if (this.#peek() === (kind === '{' ? '}' : ']')) return false
    if (kind === '{') this.#key()
    return true
  }

  /** After a value: consumes closing brackets. True when all are closed, false when a value comes next. */
  #closes(): boolean {
    for (;;) {
      const inside = this.#open.at(-1)
      if (inside === undefined) return true
      this.#skipSpace()
      const next = this.#peek()
      if (next === ',') {
        this.#at++
        this.#skipSpace()
        if (inside === '{') this.#key()
        return false
      }
      if (next !== (inside === '{' ? '}' : ']')) {
        throw this.#stumble(inside === '{' ? 'after object key:value pair' : 'after array element')
      }
      this.#open.pop()
      this.#at++
    }
  }

  #key(): void {
    if (this.#peek() !== '"') throw this.#stumble('looking for beginning of object key string')
    this.#string()
    this.#skipSpace()
    if (this.#peek() !== ':') throw this.#stumble('after object key')
    this.#at++
    this.#skipSpace()
  }

  #string(): void {
    this.#at++
    for (;;) {
      const byte = this.#byte()
      if (byte === 0x22) break
      if (byte < 0x20) throw this.#stumble('in string literal')
      this.#at++
      if (byte === 0x5c) this.#escape()
    }
    this.#at++
  }

  #escape(): void {
    const byte = this.#bytes[this.#at] ?? 0
    if (byte !== 0x75) {
      if (!escapes.has(byte)) throw this.#stumbleInside('in string escape code')
      this.#at++
      return
    }
    this.#at++
    for (let digit = 0; digit < 4; digit++) {
      if (!/[\da-fA-F]/.test(this.#peek())) throw this.#stumbleInside('in \\u hexadecimal character escape')
      this.#at++
    }
  }

  #number(): void {
    if (this.#peek() === '-') this.#at++
    if (this.#peek() === '0') this.#at++
    else this.#digits('in numeric literal')
    if (this.#peek() === '.') {
      this.#at++
      this.#digits('after decimal point in numeric literal')
    }
    if (this.#peek() === 'e' || this.#peek() === 'E') {
      this.#at++
      if (this.#peek() === '+' || this.#peek() === '-') this.#at++
      this.#digits('in exponent of numeric literal')
    }
  }

  #digits(context: string): void {
    if (!isDigit(this.#peek())) throw this.#stumbleInside(context)
    while (isDigit(this.#peek())) this.#at++
  }

  #word(word: string): void {
    for (const letter of word) {
      if (this.#peek() !== letter) throw this.#stumbleInside(`in literal ${word} (expecting '${letter}')`)
      this.#at++
    }
  }

  #skipSpace(): void {
    while (this.#at < this.#bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(this.#bytes[this.#at]!)) this.#at++
  }

  /** The next byte as a character; empty at the end. */
  #peek(): string {
    return this.#at < this.#bytes.length ? String.fromCharCode(this.#bytes[this.#at]!) : ''
  }

  #byte(): number {
    if (this.#at >= this.#bytes.length) throw this.#end()
    return this.#bytes[this.#at]!
  }

  #end(): Stumble {
    return new Stumble('unexpected end of JSON input')
  }

  #stumble(context: string): Stumble {
    return this.#at < this.#bytes.length ? this.#stumbleInside(context) : this.#end()
  }

  /** At the end of the text Go feeds its scanner a space, which is invalid inside words, numbers and escapes. */
  #stumbleInside(context: string): Stumble {
    return new Stumble(`invalid character ${quoteCharacter(this.#peek() || ' ')} ${context}`)
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9' && character !== ''
}

/** Go formats the single byte as a character, even if it is part of a longer sequence. */
function quoteCharacter(character: string): string {
  if (character === "'") return `'\\''`
  return character === '"' ? `'"'` : `'${goQuote(character).slice(1, -1)}'`
}
