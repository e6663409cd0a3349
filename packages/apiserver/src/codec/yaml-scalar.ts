/** Strings in YAML: quoting and line folding, with the choices of the server's own emitter. */

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal'

/** Words that YAML reads as another type. */
const words =
  /^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF|~|null|Null|NULL|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))?$/
const integer = /^[-+]?(?:0[xX][\da-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9]\d*|0)$/
const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/
const sexagesimal = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/
const time =
  /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?)?$/

/** Whether a YAML reader would resolve the plain text to another type than string. */
function isOtherType(text: string): boolean {
  if (words.test(text) || sexagesimal.test(text) || time.test(text)) return true
  const digits = text.replaceAll('_', '')
  return /^[-+.\d]/.test(text) && (integer.test(digits) || decimal.test(digits))
}

const special = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/
const indicator = /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[?:-](?: |$))|:(?: |$)| #/

/** @param isKey keys stay on one line */
export function scalarStyle(text: string, isKey = false): ScalarStyle {
  const isBroken = text.includes('\n')
  const isSpecial = special.test(text) || / \n/.test(text)
  if (isBroken) return isKey || isSpecial || text.endsWith(' ') ? 'double' : 'literal'
  if (isOtherType(text) || isSpecial) return 'double'
  return indicator.test(text) || text.startsWith(' ') || text.endsWith(' ') ? 'single' : 'plain'
}

/** The position of a string in the output. */
export interface ScalarPlace {
  /** Indentation of continuation lines. */
  readonly indent: number
  /** Number of characters before it on its line. */
  readonly column: number
  readonly isKey?: boolean
}

export function formatScalar(text: string, place: ScalarPlace): string {
  switch (scalarStyle(text, place.isKey)) {
    case 'plain':
      return fold(text, place)
    case 'single':
      return `'${fold(text.replaceAll("'", "''"), { ...place, column: place.column + 1 })}'`
    case 'double':
      return `"${fold(Array.from(text, escapeCharacter).join(''), { ...place, column: place.column + 1 }, '\\')}"`
    case 'literal':
      return formatLiteral(text, place.indent)
  }
}

const widest = 80

/** Folds a line that is too long at its next space. A continuation must not start with a space unless `mark` precedes it. */
function fold(text: string, { indent, column, isKey = false }: ScalarPlace, mark?: string): string {
  if (isKey || column + text.length <= widest) return text
  const broken: string[] = []
  let at = column
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    const isLoneSpace = character === ' ' && text[index - 1] !== ' '
    const isInside = index > 0 && index < text.length - 1
    if (!(isLoneSpace && isInside && at > widest && (mark !== undefined || text[index + 1] !== ' '))) {
      broken.push(character)
      at++
      continue
    }
    const start = `\n${' '.repeat(indent)}${text[index + 1] === ' ' ? mark : ''}`
    broken.push(start)
    at = start.length - 1
  }
  return broken.join('')
}

function formatLiteral(text: string, indent: number): string {
  const hint = /^[ \n]/.test(text) ? '2' : ''
  const end = text.endsWith('\n') ? (text === '\n' || text.endsWith('\n\n') ? '+' : '') : '-'
  const margin = ' '.repeat(indent)
  const lines = text.replace(/\n$/, '').split('\n')
  return `|${hint}${end}\n${lines.map((line) => (line === '' ? '' : margin + line)).join('\n')}`
}

const short: Readonly<Record<string, string>> = {
  '\0': '0',
  '\u0007': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\u001b': 'e',
  '"': '"',
  '\\': '\\',
  '\u0085': 'N',
  '\u2028': 'L',
  '\u2029': 'P',
}

function escapeCharacter(character: string): string {
  if (Object.hasOwn(short, character)) return `\\${short[character]!}`
  if (!special.test(character)) return character
  const hex = character.codePointAt(0)!.toString(16).toUpperCase()
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
