import { expect, it } from 'vitest'
import { failureOf } from './call-failure.ts'
import { sanitizedText } from './sanitized-text.ts'
import { reportOf } from '../reporting/report.ts'

it.each([
  { name: 'usual text', text: 'größer als 5 € 🙂', shown: 'größer als 5 € 🙂' },
  { name: 'lines and tabs', text: 'a\r\nb\tc\u2028d', shown: 'a  b c d' },
  { name: 'colours of a terminal', text: '\u001b[31mred\u0000', shown: '\ufffd[31mred\ufffd' },
  { name: 'half a character', text: 'a\ud800b', shown: 'a\ufffdb' },
  { name: 'writing turned round', text: 'abc\u202edcba', shown: 'abc\ufffddcba' },
  { name: 'a character cut in two', text: `${'x'.repeat(998)}🙂yz`, shown: `${'x'.repeat(998)}\ufffd…` },
])('$name is shown as what it is, or marked', ({ text, shown }) => {
  expect(sanitizedText(text)).toBe(shown)
  expect(failureOf(new Error(text)).message).toBe(shown)
  expect(reportOf({ does: 'rest', state: 'Succeeded' }, text).message).toBe(shown)
})

it.each([undefined, null, '', {}, new Error('')])('what fails with %j says that it does not say why', (error) => {
  expect(failureOf(error).message).toBe('it failed without saying why')
})
