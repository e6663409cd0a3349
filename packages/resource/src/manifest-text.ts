/**
 * Deterministic serialization of objects: two spaces, no line folding, keys in alphabetical order, except that an object with
 * `apiVersion` and `kind` starts with these, `metadata`, `spec` and `status`. Diffs of generated files then show only real changes.
 *
 * The writer supports only the YAML that JSON values need, which keeps a YAML library out of running operators.
 *
 * See decision 0033.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'

const leading = ['apiVersion', 'kind', 'metadata', 'spec', 'status']

/**
 * `value` as YAML, ending in a line break.
 *
 * @example
 * ```ts
 * toYaml({ ports: [80], on: 'yes', name: 'web' })
 * // => "name: web\n'on': 'yes'\nports:\n  - 80\n"
 * ```
 */
export function toYaml(value: JsonValue): string {
  return `${block(value, '').replace(/^\n/, '')}\n`
}

/** `value` as indented JSON, in the same key order, ending in a line break. */
export function toJson(value: JsonValue): string {
  return `${JSON.stringify(inOrder(value), undefined, 2)}\n`
}

function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(keysOf(value).map((key) => [key, inOrder(value[key]!)]))
}

function keysOf(value: JsonObject): readonly string[] {
  const keys = Object.keys(value).filter((key) => value[key] !== undefined)
  const isTyped = value['apiVersion'] !== undefined && value['kind'] !== undefined
  const rank = (key: string) => (isTyped && leading.includes(key) ? leading.indexOf(key) : leading.length)
  return keys.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

/** A value after its key: on the same line if it is short, otherwise below it and indented. */
function block(value: JsonValue, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []'
    return value.map((item) => `\n${indent}-${itemText(item as JsonValue, indent)}`).join('')
  }
  if (isJsonObject(value)) {
    const keys = keysOf(value)
    if (keys.length === 0) return ' {}'
    return keys.map((key) => `\n${indent}${scalar(key)}:${block(value[key]!, `${indent}  `)}`).join('')
  }
  return ` ${typeof value === 'string' ? (literal(value, indent) ?? scalar(value)) : JSON.stringify(value)}`
}

/** A list item starts on the line of its dash. */
function itemText(item: JsonValue, indent: string): string {
  const text = block(item, `${indent}  `)
  return text.startsWith('\n') ? ` ${text.slice(indent.length + 3)}` : text
}

/** Multi-line text as a literal block, if a block preserves every line. */
function literal(text: string, indent: string): string | undefined {
  const lines = text.split('\n')
  const isKept = lines.length > 1 && lines.every((line) => line === '' || (isPrintable(line) && !line.endsWith(' ')))
  if (!isKept || text.startsWith(' ') || text.startsWith('\n') || text.endsWith('\n')) return undefined
  return `|-\n${lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n')}`
}

/** Text that some YAML parser reads as a boolean, a number, a date or null. */
const ambiguous = /^(?:y|n|yes|no|on|off|true|false|null|nan|~|<<|=|[-+.\d][-+.\d_:eExXoOa-fA-FtTzZinfINF ]*)$/i
/** Text that never needs quotes. */
const plain = /^[A-Za-z0-9_./(][A-Za-z0-9_./()+,;=@%^ -]*$/

/** Text is left unquoted where all parsers agree on it. */
function scalar(text: string): string {
  if (plain.test(text) && !ambiguous.test(text) && !text.endsWith(' ')) return text
  return isPrintable(text) ? `'${text.replaceAll("'", "''")}'` : quote(text)
}

/** One line of characters that YAML allows unescaped. */
function isPrintable(text: string): boolean {
  return /^[ -~\u{a0}-\u{2027}\u{202a}-\u{d7ff}\u{e000}-\u{fefe}\u{ff00}-\u{fffd}\u{10000}-\u{10ffff}]*$/u.test(text)
}

/** A JSON string, which is also valid YAML, with the characters that YAML forbids escaped. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
