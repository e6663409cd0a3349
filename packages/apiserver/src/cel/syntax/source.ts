/** The text of an expression, and how the API server points into it. */

export interface Issue {
  /** In code points from the start; -1 when the whole expression is meant. */
  readonly offset: number
  readonly message: string
}

export class Source {
  readonly text: string
  /** One entry a code point, because positions are counted in those. */
  readonly characters: readonly string[]

  constructor(text: string) {
    this.text = text
    this.characters = Array.from(text)
  }

  /** All issues as one text, each with the line it is in and a mark below it. */
  describe(issues: readonly Issue[]): string {
    return [...issues]
      .sort((left, right) => left.offset - right.offset)
      .map((issue) => this.#describeOne(issue))
      .join('\n')
  }

  #describeOne({ offset, message }: Issue): string {
    if (offset < 0) return `ERROR: <input>:-1:0: ${message}`
    const { line, column } = this.#locate(offset)
    const lines = this.text.split('\n')
    const snippet = (lines[line - 1] ?? '').replaceAll('\t', ' ')
    return `ERROR: <input>:${line}:${column + 1}: ${message}\n | ${snippet}\n | ${markUnder(snippet, column)}`
  }

  #locate(offset: number): { line: number; column: number } {
    let line = 1
    let column = 0
    for (let index = 0; index < offset && index < this.characters.length; index++) {
      if (this.characters[index] === '\n') {
        line++
        column = 0
      } else column++
    }
    return { line, column }
  }
}

/** Wide characters get wide dots, so that the mark stands where it should. */
function markUnder(snippet: string, column: number): string {
  const characters = Array.from(snippet)
  const dots = characters.slice(0, column).map((character) => (isWide(character) ? '\uff0e' : '.'))
  return dots.join('') + (isWide(characters[column] ?? '') ? '\uff3e' : '^')
}

function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0x7f
}
