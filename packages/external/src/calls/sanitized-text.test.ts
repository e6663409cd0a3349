import { expect, it } from 'vitest'
import { failureOf } from './call-failure.ts'
import { sanitizedText } from './sanitized-text.ts'
import { reportOf } from '../reporting/report.ts'

it.each([
  { name: 'plain text', text: 'größer als 5 € 🙂', shown: 'größer als 5 € 🙂' },
  { name: 'line breaks and tabs', text: 'a\r\nb\tc\u2028d', shown: 'a  b c d' },
  { name: 'terminal escape sequences', text: '\u001b[31mred\u0000', shown: '\ufffd[31mred\ufffd' },
  { name: 'a lone surrogate', text: 'a\ud800b', shown: 'a\ufffdb' },
  { name: 'bidirectional overrides', text: 'abc\u202edcba', shown: 'abc\ufffddcba' },
  { name: 'a surrogate pair cut in two', text: `${'x'.repeat(998)}🙂yz`, shown: `${'x'.repeat(998)}\ufffd…` },
])('text from a provider is sanitized for logs and status: $name', ({ text, shown }) => {
  expect(sanitizedText(text)).toBe(shown)
  expect(failureOf(new Error(text)).message).toBe(shown)
  expect(reportOf({ does: 'rest', state: 'Succeeded' }, text).message).toBe(shown)
})

it.each([undefined, null, '', {}, new Error('')])('a provider error of %j gets a default message', (error) => {
  expect(failureOf(error).message).toBe('it failed without a message')
})
