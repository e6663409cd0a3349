/** JSON values as YAML, byte for byte as the server writes it: keys in natural order, lists not indented below their key. */
import { formatScalar } from './yaml-scalar.ts'

export function writeYaml(value: unknown): string {
  return `${format(value, { indent: 0, column: 0, isInMap: false })}\n`
}

interface Place {
  /** The indentation of the enclosing map or list. */
  readonly indent: number
  readonly column: number
  /** Lists below a key are not indented. */
  readonly isInMap: boolean
}

function format(value: unknown, place: Place): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : formatList(value, place)
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined)
    return entries.length === 0 ? '{}' : formatMap(entries, place)
  }
  if (typeof value === 'string') return formatScalar(value, { indent: place.indent, column: place.column })
  return String(value)
}

function formatMap(entries: readonly (readonly [string, unknown])[], { indent }: Place): string {
  const sorted = [...entries].sort(([left], [right]) => compareKeys(left, right))
  return sorted.map(([key, value]) => formatMember(key, value, indent)).join(`\n${' '.repeat(indent)}`)
}

/** Nested values start on the line after their key. */
function formatMember(key: string, value: unknown, indent: number): string {
  const name = formatScalar(key, { indent, column: indent, isKey: true })
  const isLong = Buffer.byteLength(key) > longestKey || key.includes('\n')
  const head = isLong ? `? ${name}\n${' '.repeat(indent)}:` : `${name}:`
  if (!isNested(value))
    return `${head} ${format(value, { indent: indent + 2, column: indent + name.length + 2, isInMap: true })}`
  const inner = Array.isArray(value) ? indent : indent + 2
  // After an explicit key (`?`), the value starts beside its colon.
  if (isLong) return `${head} ${format(value, { indent: indent + 2, column: indent + 2, isInMap: false })}`
  return `${head}\n${' '.repeat(inner)}${format(value, { indent: inner, column: inner, isInMap: true })}`
}

const longestKey = 128

function formatList(items: readonly unknown[], { indent }: Place): string {
  const margin = `\n${' '.repeat(indent)}`
  return items
    .map((item) => `- ${format(item, { indent: indent + 2, column: indent + 2, isInMap: false })}`)
    .join(margin)
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** Natural order: digits compare as numbers, letters sort last. */
function compareKeys(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)]
  for (let at = 0; at < a.length && at < b.length; at++) {
    if (a[at] !== b[at]) return compareAt(a, b, at)
  }
  return a.length - b.length
}

function compareAt(a: readonly string[], b: readonly string[], at: number): number {
  const [one, other] = [a[at]!, b[at]!]
  const isLetter = (character: string) => /\p{L}/u.test(character)
  if (isLetter(one) !== isLetter(other)) return isLetter(one) ? 1 : -1
  if (isLetter(one)) return one < other ? -1 : 1
  const [left, right] = [digitsFrom(a, at), digitsFrom(b, at)]
  // A zero after other digits belongs to their number.
  const lead = (one === '0' || other === '0') && hasDigitsBefore(a, at) ? '1' : ''
  return Number(lead + left) - Number(lead + right) || left.length - right.length || (one < other ? -1 : 1)
}

function digitsFrom(text: readonly string[], at: number): string {
  let end = at
  while (end < text.length && /\d/.test(text[end]!)) end++
  return text.slice(at, end).join('')
}

function hasDigitsBefore(text: readonly string[], at: number): boolean {
  for (let index = at - 1; index >= 0 && /\d/.test(text[index]!); index--) if (text[index] !== '0') return true
  return false
}
