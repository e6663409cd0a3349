/** The `email` format: one RFC 5322 address, with or without a display name. */
import { isIpv4, isIpv6 } from './format-network.ts'

export function isEmail(text: string): boolean {
  const reader = new AddressReader(text)
  return reader.readAddress(true) === 1 && reader.skipComments() && reader.isAtEnd
}

const special = new Set('()<>[]:;@\\,"')

function isVisible(character: string): boolean {
  return character > ' ' && character !== '\x7f'
}

/** Reads one address from left to right. Each `read…` returns whether it found its element. */
class AddressReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** The number of addresses here: one, or those of a group. `undefined` if there is no valid address. */
  readAddress(mayBeGroup: boolean): number | undefined {
    this.#skipSpace()
    if (this.#readSpec()) {
      this.#skipSpace()
      return this.#peek() !== '(' || this.skipComments() ? 1 : undefined
    }
    if (this.#peek() !== '<' && !this.#readPhrase()) return undefined
    this.#skipSpace()
    if (mayBeGroup && this.#take(':')) return this.#readGroup()
    return this.#take('<') && this.#readSpec() && this.#take('>') ? 1 : undefined
  }

  /** Skips spaces and nested comments; `false` if a comment is left open. */
  skipComments(): boolean {
    this.#skipSpace()
    while (this.#take('(')) {
      if (!this.#skipComment()) return false
      this.#skipSpace()
    }
    return true
  }

  #readGroup(): number | undefined {
    let count = 0
    this.#skipSpace()
    if (this.#take(';')) return this.skipComments() ? count : undefined
    for (;;) {
      const addresses = this.readAddress(false)
      if (addresses === undefined || !this.skipComments()) return undefined
      count += addresses
      if (this.#take(';')) return this.skipComments() ? count : undefined
      if (!this.#take(',')) return undefined
    }
  }

  /** `local@domain`. Leaves the position unchanged if there is none. */
  #readSpec(): boolean {
    const start = this.#at
    this.#skipSpace()
    const local = this.#peek() === '"' ? (this.#readQuoted() ?? '') : this.#readDotAtom()
    if (local !== '' && this.#take('@')) {
      this.#skipSpace()
      if (this.#peek() === '[' ? this.#readLiteral() : this.#readDotAtom() !== '') return true
    }
    this.#at = start
    return false
  }

  #readPhrase(): boolean {
    let words = 0
    for (;;) {
      if (words > 0 && !this.skipComments()) return false
      this.#skipSpace()
      if (this.isAtEnd) return true
      const found = this.#peek() === '"' ? this.#readQuoted() !== undefined : this.#readAtom() !== ''
      if (!found) return words > 0
      words++
    }
  }

  #readAtom(): string {
    const start = this.#at
    while (!this.isAtEnd && isVisible(this.#peek()) && !special.has(this.#peek())) this.#at++
    return this.#text.slice(start, this.#at)
  }

  /** An atom without leading, trailing or adjacent dots. */
  #readDotAtom(): string {
    const atom = this.#readAtom()
    return atom.startsWith('.') || atom.endsWith('.') || atom.includes('..') ? '' : atom
  }

  #readQuoted(): string | undefined {
    const found = /"((?:[\t !#-[\]-~]|\P{ASCII}|\\[\t -~]|\\\P{ASCII})*)"/uy
    found.lastIndex = this.#at
    const match = found.exec(this.#text)
    if (match === null) return undefined
    this.#at = found.lastIndex
    return match[1]
  }

  #readLiteral(): boolean {
    const close = this.#text.indexOf(']', this.#at)
    if (close < 0) return false
    const address = this.#text.slice(this.#at + 1, close)
    this.#at = close + 1
    return isIpv4(address, false) || isIpv6(address, false)
  }

  #skipComment(): boolean {
    for (let depth = 1; !this.isAtEnd; this.#at++) {
      const character = this.#peek()
      if (character === '\\' && this.#at + 1 < this.#text.length) this.#at++
      else if (character === '(') depth++
      else if (character === ')' && --depth === 0) return this.#take(')')
    }
    return false
  }

  #skipSpace(): void {
    while (this.#peek() === ' ' || this.#peek() === '\t') this.#at++
  }

  #peek(): string {
    return this.#text.charAt(this.#at)
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#at++
    return true
  }
}
