/** Splits an expression into tokens. */
import type { Issue, Source } from './source.ts'

export type TokenKind =
  | 'symbol'
  | 'identifier'
  | 'quoted identifier'
  | 'int'
  | 'uint'
  | 'float'
  | 'string'
  | 'bytes'
  | 'end'

export interface Token {
  readonly kind: TokenKind
  /** As written; `<EOF>` at the end. */
  readonly text: string
  readonly offset: number
}

/** Reserved words. */
const words = new Set(['in', 'true', 'false', 'null'])

const escapeSequence = String.raw`\\(?:[abfnrtv"'\\?\x60]|[0-3][0-7]{2}|[xX][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})`
const strings = [
  String.raw`[rR]"""[^]*?"""`,
  String.raw`[rR]'''[^]*?'''`,
  `"""(?:${escapeSequence}|[^\\\\])*?"""`,
  `'''(?:${escapeSequence}|[^\\\\])*?'''`,
  String.raw`[rR]"[^"\n\r]*"`,
  String.raw`[rR]'[^'\n\r]*'`,
  `"(?:${escapeSequence}|[^\\\\"\\n\\r])*"`,
  `'(?:${escapeSequence}|[^\\\\'\\n\\r])*'`,
].join('|')

/** In order of precedence. Each is sticky. */
const shapes: readonly (readonly [TokenKind | 'blank', RegExp])[] = [
  ['blank', /[\t \r\n\f]+|\/\/[^\n]*/uy],
  ['bytes', new RegExp(`[bB](?:${strings})`, 'uy')],
  ['string', new RegExp(strings, 'uy')],
  ['float', /[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?/uy],
  ['uint', /(?:0x[0-9A-Fa-f]+|[0-9]+)[uU]/uy],
  ['int', /0x[0-9A-Fa-f]+|[0-9]+/uy],
  ['identifier', /[A-Za-z_][A-Za-z0-9_]*/uy],
  ['quoted identifier', /`[A-Za-z0-9_.\-/ ]+`/uy],
  ['symbol', /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/uy],
]

export interface Tokens {
  readonly tokens: readonly Token[]
  readonly issues: readonly Issue[]
}

export function tokenize({ text }: Source): Tokens {
  const tokens: Token[] = []
  const issues: Issue[] = []
  const codePoints = codePointCounter(text)
  for (let at = 0; at < text.length; ) {
    const found = shapeAt(text, at)
    if (found === undefined) {
      const bad = unreadableAt(text, at)
      issues.push({ offset: codePoints(at), message: `Syntax error: token recognition error at: '${bad}'` })
      at += bad.length
      continue
    }
    if (found.kind !== 'blank') tokens.push({ kind: found.kind, text: found.text, offset: codePoints(at) })
    at += found.text.length
  }
  tokens.push({ kind: 'end', text: '<EOF>', offset: codePoints(text.length) })
  return { tokens, issues }
}

function shapeAt(text: string, at: number): { kind: TokenKind | 'blank'; text: string } | undefined {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at
    const found = shape.exec(text)?.[0]
    if (found !== undefined) return { kind: kind === 'identifier' && words.has(found) ? 'symbol' : kind, text: found }
  }
  return undefined
}

/**
 * The extent of an unrecognized token: an unterminated string up to the character that breaks it, half an operator with the
 * character after it, or a single character.
 */
function unreadableAt(text: string, at: number): string {
  const prefix = /(?:[bB]?[rR]?)(?=["'])/uy
  prefix.lastIndex = at
  const start = at + (prefix.exec(text)?.[0].length ?? 0)
  const quote = text.charAt(start)
  if (quote !== '"' && quote !== "'") return /[=&|][^]?|[^]/uy.exec(text.slice(at, at + 4))![0]
  const body = new RegExp(`${quote}(?:${escapeSequence}|[^\\\\${quote}\\n\\r])*`, 'uy')
  body.lastIndex = start
  const end = start + (body.exec(text)?.[0].length ?? 1)
  // The character that broke the string is included, unless the text ended.
  return text.slice(at, end) + (end < text.length ? brokenTail(text, end) : '')
}

function brokenTail(text: string, end: number): string {
  const tail = /\\(?:[0-3][0-7]?|[xX][0-9A-Fa-f]?|u[0-9A-Fa-f]{0,3}|U[0-9A-Fa-f]{0,7})?[^]?/uy
  tail.lastIndex = end
  return tail.exec(text)?.[0] ?? text.charAt(end)
}

/** Positions must be ascending, because counting resumes where it stopped. */
function codePointCounter(text: string): (at: number) => number {
  let counted = 0
  let upTo = 0
  return (at) => {
    while (upTo < at) {
      upTo += text.codePointAt(upTo)! > 0xffff ? 2 : 1
      counted++
    }
    return counted
  }
}
