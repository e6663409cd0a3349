import { describe, expect, it } from 'vitest'
import { formatWarnings } from './warning.ts'

describe('formatWarnings', () => {
  it('quotes each distinct text once', () => {
    expect(formatWarnings(['one', 'a "b" \\ c', 'one'])).toEqual(['299 - "one"', '299 - "a \\"b\\" \\\\ c"'])
  })

  it('omits empty texts and texts with control characters', () => {
    expect(formatWarnings(['', 'a\nb', 'c\u007f', 'd\u00e9'])).toEqual(['299 - "d\u00c3\u00a9"'])
  })

  it('truncates every text if the total is too long', () => {
    const [first, second, third] = formatWarnings(['a'.repeat(3000), 'b'.repeat(2000), 'c'])
    expect([first?.length, second?.length, third]).toEqual([264, 264, '299 - "c"'])
  })

  it('truncates by code points, not by UTF-16 units', () => {
    const [first] = formatWarnings(['\u{1f600}'.repeat(5000)])
    expect(Buffer.from(first!.slice('299 - "'.length, -1), 'latin1').toString('utf8')).toBe('\u{1f600}'.repeat(256))
  })

  it('omits texts above the total limit even after truncation', () => {
    expect(formatWarnings(Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(300, 'x')))).toHaveLength(16)
  })
})
