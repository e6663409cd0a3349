/** Text from elsewhere, made fit for a message. */
import { stripVTControlCharacters } from 'node:util'

const longest = 600

/**
 * The end of `text` on one line: no terminal control sequences, no other control characters, and nothing that looks
 * like a token.
 */
export function printable(text: string): string {
  const plain = stripVTControlCharacters(text)
    .replace(/eyJ[\w-]*\.[\w-]+\.[\w-]*/g, '[redacted]')
    .replace(/(bearer|basic)\s+[\w+/=.~-]{8,}/gi, '$1 [redacted]')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return plain.length <= longest ? plain : `…${plain.slice(-longest)}`
}
