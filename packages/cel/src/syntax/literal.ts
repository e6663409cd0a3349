/** The values of literals. */
import { Uint } from '../values/number.ts'
import type { Token } from './token.ts'

const controls: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** `undefined` if it does not fit into 64 bits. */
export function intOf(text: string): bigint | undefined {
  const isNegative = text.startsWith('-')
  const magnitude = BigInt(isNegative ? text.slice(1) : text)
  const value = isNegative ? -magnitude : magnitude
  return BigInt.asIntN(64, value) === value ? value : undefined
}

export function uintOf(text: string): Uint | undefined {
  const value = BigInt(text.slice(0, -1))
  return BigInt.asUintN(64, value) === value ? new Uint(value) : undefined
}

export function stringOf({ text }: Token): string {
  const { body, isRaw } = unquote(text)
  return isRaw ? body : body.replaceAll(escapes, (_, sequence: string) => decodeEscape(sequence))
}

/** In bytes literals `\x` and octal escapes denote bytes, not code points. */
export function bytesOf({ text }: Token): Uint8Array {
  const { body, isRaw } = unquote(text.slice(1))
  if (isRaw) return new TextEncoder().encode(body)
  const bytes: number[] = []
  let from = 0
  for (const found of body.matchAll(escapes)) {
    bytes.push(...new TextEncoder().encode(body.slice(from, found.index)))
    const sequence = found[1]!
    const isByte = /^[xX0-3]/.test(sequence)
    bytes.push(
      ...(isByte ? [decodeEscape(sequence).codePointAt(0)!] : new TextEncoder().encode(decodeEscape(sequence))),
    )
    from = found.index + found[0].length
  }
  bytes.push(...new TextEncoder().encode(body.slice(from)))
  return Uint8Array.from(bytes)
}

const escapes = /\\([xX][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-3][0-7]{2}|[^])/g

function unquote(text: string): { body: string; isRaw: boolean } {
  const isRaw = /^[rR]/.test(text)
  const quoted = isRaw ? text.slice(1) : text
  const quotes = /^(?:"""|''')/.test(quoted) && quoted.length >= 6 ? 3 : 1
  return { body: quoted.slice(quotes, -quotes), isRaw }
}

function decodeEscape(sequence: string): string {
  if (/^[xXuU]/.test(sequence) && sequence.length > 1) return fromCode(Number.parseInt(sequence.slice(1), 16))
  if (/^[0-3][0-7]{2}$/.test(sequence)) return fromCode(Number.parseInt(sequence, 8))
  return controls[sequence] ?? sequence
}

function fromCode(code: number): string {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
}
