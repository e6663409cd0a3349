/**
 * What a terminal does between a person and a program: shows what is typed, hands it over line by line, and knows a few keys.
 *
 * It stands in for the terminal that Node cannot open: a program that asks whether it has one is told no. Pure: what is typed
 * goes in, what follows comes out.
 */
import { StringDecoder } from 'node:string_decoder'

export interface Typed {
  /** To be shown to the person. */
  readonly echo: string
  /** For the program. */
  readonly input: string
  /** Whether the program is to be interrupted. */
  readonly isInterrupted: boolean
  /** Whether nothing more will be typed. */
  readonly isEnd: boolean
}

const keys = {
  interrupt: '\u0003',
  end: '\u0004',
  backspace: '\b',
  kill: '\u0015',
  escape: '\u001b',
  delete: '\u007f',
} as const

export class LineDiscipline {
  readonly #decoder = new StringDecoder('utf8')
  /** What has been typed of the line, character by character. */
  #line: string[] = []
  /** What has come of a key that sends several characters. */
  #sequence: string | undefined

  type(bytes: Uint8Array): Typed {
    let [echo, input, isInterrupted, isEnd] = ['', '', false, false]
    for (const character of this.#decoder.write(Buffer.from(bytes))) {
      if (isEnd || this.#isInSequence(character)) continue
      const typed = this.#press(character)
      echo += typed.echo ?? ''
      input += typed.input ?? ''
      isInterrupted ||= typed.isInterrupted ?? false
      isEnd ||= typed.isEnd ?? false
    }
    return { echo, input, isInterrupted, isEnd }
  }

  #press(character: string): Partial<Typed> {
    switch (character) {
      case '\r':
      case '\n':
        return { echo: '\r\n', input: `${this.#take()}\n` }
      case keys.interrupt:
        this.#take()
        return { echo: '^C\r\n', isInterrupted: true }
      case keys.end:
        return this.#line.length === 0 ? { isEnd: true } : { input: this.#take() }
      case keys.backspace:
      case keys.delete:
        return { echo: this.#line.pop() === undefined ? '' : '\b \b' }
      case keys.kill:
        return { echo: '\b \b'.repeat(this.#line.splice(0).length) }
      case keys.escape:
        this.#sequence = ''
        return {}
      default:
        this.#line.push(character)
        return { echo: character }
    }
  }

  /** Arrows and the like move nothing here: what they send is left out, from the escape to the letter that ends it. */
  #isInSequence(character: string): boolean {
    if (this.#sequence === undefined) return false
    this.#sequence += character
    const isOver = this.#sequence.length > 1 ? /[@-~]$/.test(this.#sequence) : !/[[O]/.test(this.#sequence)
    if (isOver) this.#sequence = undefined
    return true
  }

  #take(): string {
    return this.#line.splice(0).join('')
  }
}

/** As a terminal wants it: to the next line, and back to its beginning. */
export function shown(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}
