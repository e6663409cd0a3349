/** The text of an expression, and error messages that point into it. */

export interface Issue {
  /** In code points from the start; -1 for the whole expression. */
  readonly offset: number
  readonly message: string
}

/** The server truncates longer lists of errors and omits longer lines. */
const mostDescribed = 100
const longestSnippet = 16_384

export class Source {
  readonly text: string
  /** One entry per code point, the unit of positions. */
  readonly characters: readonly string[]

  constructor(text: string) {
    this.text = text
    this.characters = Array.from(text)
  }

  /** The first hundred issues as one text, each with its source line and a marker below it. */
  describe(issues: readonly Issue[]): string {
    const lines = this.text.split('\n')
    const starts = startsOf(lines)
    const texts = issues
      .toSorted((left, right) => left.offset - right.offset)
      .slice(0, mostDescribed)
      .map((issue) => describeOne(issue, lines, starts))
    if (issues.length > mostDescribed) texts.push(`${issues.length - mostDescribed} more errors were truncated`)
    return texts.join('\n')
  }
}

function describeOne({ offset, message }: Issue, lines: readonly string[], starts: readonly number[]): string {
  if (offset < 0) return `ERROR: <input>:-1:0: ${message}`
  const line = starts.findLastIndex((start) => start <= offset)
  const column = offset - starts[line]!
  const where = `ERROR: <input>:${line + 1}:${column + 1}: ${message}`
  if (Buffer.byteLength(lines[line]!) > longestSnippet) return where
  const snippet = lines[line]!.replaceAll('\t', ' ')
  return `${where}\n | ${snippet}\n | ${markUnder(snippet, column)}`
}

/** The start of each line, in code points. */
function startsOf(lines: readonly string[]): readonly number[] {
  let next = 0
  return lines.map((line) => {
    const start = next
    next += Array.from(line).length + 1
    return start
  })
}

/** Wide characters get wide dots, so that the marker lines up. */
function markUnder(snippet: string, column: number): string {
  const characters = Array.from(snippet)
  const dots = characters.slice(0, column).map((character) => (isWide(character) ? '\uff0e' : '.'))
  return dots.join('') + (isWide(characters[column] ?? '') ? '\uff3e' : '^')
}

function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0x7f
}
