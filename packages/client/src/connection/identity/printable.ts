/** Sanitizes third-party text for a message. */
import { stripVTControlCharacters } from 'node:util'
import { redacted } from './redacted.ts'

const longest = 600
/** More than is shown, because much of it may be blank. Text before it is not processed. */
const looked = 8_000

/** The end of `text` on one line: no terminal control sequences, no other control characters, and nothing that resembles a credential. */
export function printable(text: string): string {
  const plain = redacted(stripVTControlCharacters(endOf(text)))
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return plain.length <= longest ? plain : `…${plain.slice(-longest)}`
}

/** Drops the word cut in two: the second half of a token would no longer be recognized. */
function endOf(text: string): string {
  if (text.length <= looked) return text
  const end = text.slice(-looked)
  const cutWord = /^[\w+/=.~-]*/.exec(end)?.[0] ?? ''
  return end.slice(cutWord.length)
}
