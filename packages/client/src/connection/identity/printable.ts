/** Text from elsewhere, made fit for a message. */
import { stripVTControlCharacters } from 'node:util'
import { redacted } from './redacted.ts'

const longest = 600
/** More than is shown, because much of it may be blank. What is before that is not even looked at. */
const looked = 8_000

/**
 * The end of `text` on one line: no terminal control sequences, no other control characters, and nothing that looks
 * like a credential.
 */
export function printable(text: string): string {
  const plain = redacted(stripVTControlCharacters(endOf(text)))
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return plain.length <= longest ? plain : `…${plain.slice(-longest)}`
}

/** Without the word that was cut in two: the second half of a token no longer looks like one. */
function endOf(text: string): string {
  if (text.length <= looked) return text
  const end = text.slice(-looked)
  const cutWord = /^[\w+/=.~-]*/.exec(end)?.[0] ?? ''
  return end.slice(cutWord.length)
}
