/**
 * The line discipline of a terminal: echoes input, delivers it line by line, and handles a few control keys.
 *
 * It replaces a pseudo-terminal, which Node cannot open: for the program, `isatty` is false. Pure.
 */
import { StringDecoder } from 'node:string_decoder'

export interface Typed {
  /** The text to display. */
  readonly echo: string
  /** The input for the program. */
  readonly input: string
  /** Whether to interrupt the program. */
  readonly isInterrupted: boolean
  /** Whether the input has ended. */
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
  /** The characters of the current line. */
  #line: string[] = []
  /** The characters so far of an escape sequence. */
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

  /** Arrow keys and the like have no effect: their escape sequences are dropped, from the escape to the final letter. */
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

/** Converts newlines for a terminal: line feed and carriage return. */
export function shown(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}
