/** DER, the encoding of X.509: every value is a tag, a length and a content. Covers only what certificates need. */

export type Der = Uint8Array

export function encoded(tag: number, content: Uint8Array): Der {
  return Buffer.concat([Uint8Array.of(tag), lengthOf(content.length), content])
}

/** One byte below 128; otherwise the number of length bytes, followed by those bytes. */
function lengthOf(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length)
  const bytes: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256)
  return Uint8Array.of(0x80 + bytes.length, ...bytes)
}

export function sequence(...items: readonly Der[]): Der {
  return encoded(0x30, Buffer.concat(items))
}

export function set(item: Der): Der {
  return encoded(0x31, item)
}

/** Wraps a whole value in a context-specific tag. */
export function explicit(tag: number, item: Der): Der {
  return encoded(0xa0 + tag, item)
}

/** Replaces the value's own tag with a context-specific one. */
export function implicit(tag: number, content: Uint8Array): Der {
  return encoded(0x80 + tag, content)
}

/** Assumptions: `content` is not negative, so its first bit is not set. */
export function integer(content: Uint8Array): Der {
  return encoded(0x02, content)
}

export function boolean(value: boolean): Der {
  return encoded(0x01, Uint8Array.of(value ? 0xff : 0))
}

/** @param unused number of unused bits in the last byte */
export function bitString(content: Uint8Array, unused = 0): Der {
  return encoded(0x03, Buffer.concat([Uint8Array.of(unused), content]))
}

export function octetString(content: Uint8Array): Der {
  return encoded(0x04, content)
}

export function utf8String(text: string): Der {
  return encoded(0x0c, Buffer.from(text, 'utf8'))
}

/** A two-digit year until 2049, four digits from 2050 on, as RFC 5280 requires. */
export function time(text: string): Der {
  const digits = new Date(text).toISOString().replace(/[-:T]|\.\d+/g, '')
  return digits < '2050' ? encoded(0x17, Buffer.from(digits.slice(2))) : encoded(0x18, Buffer.from(digits))
}

/** The first two numbers share a byte; the others are written seven bits at a time. */
export function objectId(id: string): Der {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number)
  return encoded(0x06, Uint8Array.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) bytes.unshift((left & 0x7f) | 0x80)
  return bytes
}

/** The values inside a value, each with its tag and length. Assumptions: `der` holds values, as a sequence does. */
export function itemsOf(der: Der): readonly Der[] {
  const items: Der[] = []
  for (let at = contentOf(der, 0).start; at < der.length; ) {
    const { end } = contentOf(der, at)
    items.push(der.subarray(at, end))
    at = end
  }
  return items
}

function contentOf(der: Der, at: number): { readonly start: number; readonly end: number } {
  const first = der[at + 1] ?? 0
  const size = first < 0x80 ? 0 : first - 0x80
  const start = at + 2 + size
  const length = der.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, size === 0 ? first : 0)
  return { start, end: start + length }
}
