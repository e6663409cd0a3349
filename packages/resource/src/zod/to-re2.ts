/**
 * JavaScript's regular expressions, translated for the API server, which compiles patterns with Go (RE2).
 *
 * The common syntax is copied unchanged, so that the pattern in the CRD is the one its author wrote. Syntax with another meaning in Go
 * is expanded (`\s`, `.`); unsupported syntax is rejected.
 */
import { getOwn } from '@kubewright/core/json'
import { re2Problem } from '../schema/re2.ts'

export type Re2Translation = { readonly pattern: string } | { readonly problem: string }

/**
 * The equivalent Go pattern, or why there is none.
 *
 * @example
 * ```ts
 * toRe2(/^[a-z]+\/\d$/i) // => { pattern: '(?i)^[a-z]+/\\d$' }
 * toRe2(/^(?=a)/) // => { problem: 'uses a look-ahead `(?=`' }
 * ```
 */
export function toRe2(regex: RegExp): Re2Translation {
  const unknownFlag = /[mvy]/.exec(regex.flags)?.[0]
  if (unknownFlag !== undefined) return { problem: `has the flag \`${unknownFlag}\`` }
  if (!regex.unicode && /[\ud800-\udfff]/.test(regex.source)) {
    return { problem: 'names characters beyond U+FFFF without the flag `u`' }
  }
  try {
    const body = new Re2Writer(regex).write()
    const pattern = regex.ignoreCase ? `(?i)${body}` : body
    const problem = re2Problem(pattern)
    return problem === undefined ? { pattern } : { problem: `does not compile in Go: ${problem}` }
  } catch (error) {
    if (error instanceof Untranslatable) return { problem: error.message }
    throw error
  }
}

/** Escapes text to a pattern that matches exactly it. */
export function quoteRe2(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')
}

class Untranslatable extends Error {}

/** JavaScript's white space, line terminators and byte order mark included. */
const space =
  '\\t\\n\\v\\f\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}'
/** The complement, for use inside brackets, where Go has no nested negation. */
const notSpace =
  '\\x{00}-\\x{08}\\x{0E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}' +
  '\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}'
const anything = '\\x{00}-\\x{10FFFF}'
const anyCharacter = '(?s:.)'
const lineEnds = '\\n\\r\\x{2028}\\x{2029}'

const unsupportedGroups: readonly (readonly [opening: string, name: string])[] = [
  ['(?=', 'a look-ahead'],
  ['(?!', 'a look-ahead'],
  ['(?<=', 'a look-behind'],
  ['(?<!', 'a look-behind'],
]

class Re2Writer {
  readonly #source: string
  readonly #isUnicode: boolean
  readonly #dot: string
  #at = 0

  constructor({ source, unicode, dotAll }: RegExp) {
    this.#source = source
    this.#isUnicode = unicode
    this.#dot = dotAll ? anyCharacter : `[^${lineEnds}]`
  }

  write(): string {
    let out = ''
    while (this.#at < this.#source.length) out += this.#piece()
    return out
  }

  #piece(): string {
    switch (this.#source.charAt(this.#at)) {
      case '\\':
        return this.#escape(false)
      case '[':
        return this.#class()
      case '(':
        return this.#group()
      case '.':
        this.#at++
        return this.#dot
      case '{':
        return this.#match(/\{\d+(?:,\d*)?\}/y)?.[0] ?? this.#literalBrace()
      default:
        return this.#character()
    }
  }

  /** A brace that is not a count is a literal. */
  #literalBrace(): string {
    this.#at++
    return '\\{'
  }

  #group(): string {
    const unsupported = unsupportedGroups.find(([opening]) => this.#source.startsWith(opening, this.#at))
    if (unsupported) throw new Untranslatable(`uses ${unsupported[1]} \`${unsupported[0]}\``)
    if (this.#match(/\(\?<[^>]+>/y)) return '(' // Go spells names differently, and the group is not used
    return this.#match(/\(\?[ims-]*:/y)?.[0] ?? this.#character()
  }

  #class(): string {
    if (this.#match(/\[(?:\^|\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]/y)) return anyCharacter
    this.#at++
    const isNegated = this.#match(/\^/y) !== undefined
    let inside = ''
    while (this.#source.charAt(this.#at) !== ']') inside += this.#classMember()
    this.#at++
    if (inside === '') return `[^${anything}]`
    return `[${isNegated ? '^' : ''}${inside}]`
  }

  #classMember(): string {
    const character = this.#source.charAt(this.#at)
    if (character === '\\') return this.#escape(true)
    if (character === '[') {
      this.#at++
      return '\\['
    }
    return this.#character()
  }

  #escape(isInClass: boolean): string {
    const reference = this.#match(/\\(?:k<[^>]*>|[1-9]\d*)/y)
    if (reference) throw new Untranslatable(`refers back to a group with \`${reference[0]}\``)
    if (this.#match(/\\s/y)) return isInClass ? space : `[${space}]`
    if (this.#match(/\\S/y)) return isInClass ? notSpace : `[^${space}]`
    if (isInClass && this.#match(/\\b/y)) return '\\x{08}'
    const kept = this.#match(/\\[dDwWbBtnvfr]/y)
    if (kept) return kept[0]
    return this.#property() ?? formatCode(this.#escapedCode())
  }

  /** `\p{…}`: general categories and scripts exist in Go, other properties do not. */
  #property(): string | undefined {
    if (!this.#isUnicode) return undefined
    const [text, sign, key, value] = this.#match(/\\([pP])\{(?:([^}=]+)=)?([^}]+)\}/y) ?? []
    if (text === undefined) return undefined
    if (key === undefined && value === 'Any') return sign === 'p' ? anyCharacter : `[^${anything}]`
    const isScript = key === 'Script' || key === 'sc'
    const name = isScript ? value : (getOwn(categories, value!) ?? (value!.length <= 2 ? value : undefined))
    if (name === undefined || (key !== undefined && !isScript && key !== 'General_Category' && key !== 'gc')) {
      throw new Untranslatable(`uses the Unicode property \`${text}\``)
    }
    return `\\${sign}{${name}}`
  }

  #escapedCode(): number {
    const hex =
      this.#match(/\\x([0-9A-Fa-f]{2})/y) ?? (this.#isUnicode ? this.#match(/\\u\{([0-9A-Fa-f]+)\}/y) : undefined)
    if (hex) return Number.parseInt(hex[1]!, 16)
    const pair = this.#match(/\\u([dD][89abAB][0-9A-Fa-f]{2})\\u([dD][c-fC-F][0-9A-Fa-f]{2})/y)
    if (pair) return this.#surrogates(pair)
    const unit = this.#match(/\\u([0-9A-Fa-f]{4})/y)
    if (unit) return Number.parseInt(unit[1]!, 16)
    const control = this.#match(/\\c([A-Za-z])/y)
    if (control) return control[1]!.charCodeAt(0) % 32
    if (this.#match(/\\0/y)) return 0
    this.#at++ // every other escaped character is a literal
    const code = this.#source.codePointAt(this.#at)!
    this.#at += code > 0xffff ? 2 : 1
    return code
  }

  #surrogates([, high, low]: RegExpExecArray): number {
    if (!this.#isUnicode) throw new Untranslatable('names characters beyond U+FFFF without the flag `u`')
    return (Number.parseInt(high!, 16) - 0xd800) * 0x400 + (Number.parseInt(low!, 16) - 0xdc00) + 0x10000
  }

  #character(): string {
    const code = this.#source.codePointAt(this.#at)!
    this.#at += code > 0xffff ? 2 : 1
    return String.fromCodePoint(code)
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    const match = expression.exec(this.#source)
    if (match === null) return undefined
    this.#at = expression.lastIndex
    return match
  }
}

function formatCode(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff) throw new Untranslatable('names half of a surrogate pair')
  const character = String.fromCodePoint(code)
  if (/[0-9A-Za-z/ ]/.test(character)) return character
  if (code > 0x20 && code < 0x7f) return `\\${character}`
  return `\\x{${code.toString(16).toUpperCase().padStart(2, '0')}}`
}

/** The long names of general categories; Go supports only the short ones. */
const categories: Readonly<Record<string, string>> = {
  Letter: 'L',
  Lowercase_Letter: 'Ll',
  Uppercase_Letter: 'Lu',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Separator: 'Z',
  Space_Separator: 'Zs',
}
