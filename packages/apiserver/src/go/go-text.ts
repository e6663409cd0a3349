/** Decodes UTF-8 as Go does: each invalid byte becomes U+FFFD, where other decoders replace a sequence with one. */
import { isUtf8 } from 'node:buffer'

export function goText(bytes: Buffer, start = 0, length = bytes.length): string {
  const text = bytes.toString('utf8', start, start + length)
  if (!text.includes('\ufffd')) return text
  const own = bytes.subarray(start, start + length)
  return isUtf8(own) ? text : byCharacters(own)
}

function byCharacters(bytes: Buffer): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at)
    const character = bytes.subarray(at, at + length)
    const isWhole = character.length === length && isUtf8(character)
    parts.push(isWhole ? character.toString('utf8') : '\ufffd')
    at += isWhole ? length : 1
  }
  return parts.join('')
}

/** The length of the character that this byte starts. */
function lengthAt(bytes: Buffer, at: number): number {
  const first = bytes[at]!
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}
