import { describe, expect, it } from 'vitest'
import { formatWarnings } from './warning.ts'

describe('formatWarnings', () => {
  it('quotes each text once', () => {
    expect(formatWarnings(['one', 'a "b" \\ c', 'one'])).toEqual(['299 - "one"', '299 - "a \\"b\\" \\\\ c"'])
  })

  it('leaves out what is empty and what no header carries', () => {
    expect(formatWarnings(['', 'a\nb', 'c\u007f', 'd\u00e9'])).toEqual(['299 - "d\u00c3\u00a9"'])
  })

  it('cuts every text when all together are too long', () => {
    const [first, second, third] = formatWarnings(['a'.repeat(3000), 'b'.repeat(2000), 'c'])
    expect([first?.length, second?.length, third]).toEqual([264, 264, '299 - "c"'])
  })

  it('counts characters, not their halves', () => {
    const [first] = formatWarnings(['\u{1f600}'.repeat(5000)])
    expect(Buffer.from(first!.slice('299 - "'.length, -1), 'latin1').toString('utf8')).toBe('\u{1f600}'.repeat(256))
  })

  it('leaves out what comes after the limit even when everything is cut', () => {
    expect(formatWarnings(Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(300, 'x')))).toHaveLength(16)
  })
})
