import { describe, expect, it } from 'vitest'
import { parse } from './parser.ts'
import { Source } from './source.ts'

function problemOf(text: string): string {
  const parsed = parse(text)
  return 'problem' in parsed ? parsed.problem : ''
}

describe('the errors of an expression', () => {
  it('point into their line', () => {
    const source = new Source('a\n\tb\u00e9c')
    expect(
      source.describe([
        { offset: 4, message: 'two' },
        { offset: 0, message: 'one' },
      ]),
    ).toBe('ERROR: <input>:1:1: one\n | a\n | ^\nERROR: <input>:2:3: two\n |  b\u00e9c\n | ..\uff3e')
  })

  it('are described up to a hundred, and the rest is counted', () => {
    const issues = Array.from({ length: 250 }, (_, offset) => ({ offset: 249 - offset, message: `at ${249 - offset}` }))
    const lines = new Source('x'.repeat(250)).describe(issues).split('\n')
    expect(lines.filter((line) => line.startsWith('ERROR'))).toHaveLength(100)
    expect(lines[0]).toBe('ERROR: <input>:1:1: at 0')
    expect(lines.at(-1)).toBe('150 more errors were truncated')
  })

  it('end with the hundredth where the text cannot be read', () => {
    const lines = problemOf('true' + ',a='.repeat(5_000)).split('\n')
    expect(lines.filter((line) => line.startsWith('ERROR'))).toHaveLength(100)
    expect(lines.at(-1)).toBe('1 more errors were truncated')
  })

  it('leave out lines that are very long', () => {
    expect(problemOf(`=${' '.repeat(16_384)}`)).not.toContain(' | ')
    expect(problemOf(`=${' '.repeat(16_383)}`)).toContain(' | ')
  })
})
