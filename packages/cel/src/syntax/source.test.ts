import { describe, expect, it } from 'vitest'
import { parse } from './parser.ts'
import { Source } from './source.ts'

function problemOf(text: string): string {
  const parsed = parse(text)
  return 'problem' in parsed ? parsed.problem : ''
}

describe('CEL error messages', () => {
  it('show the source line with a marker below the column', () => {
    const source = new Source('a\n\tb\u00e9c')
    expect(
      source.describe([
        { offset: 4, message: 'two' },
        { offset: 0, message: 'one' },
      ]),
    ).toBe('ERROR: <input>:1:1: one\n | a\n | ^\nERROR: <input>:2:3: two\n |  b\u00e9c\n | ..\uff3e')
  })

  it('list the first 100 errors and count the rest', () => {
    const issues = Array.from({ length: 250 }, (_, offset) => ({ offset: 249 - offset, message: `at ${249 - offset}` }))
    const lines = new Source('x'.repeat(250)).describe(issues).split('\n')
    expect(lines.filter((line) => line.startsWith('ERROR'))).toHaveLength(100)
    expect(lines[0]).toBe('ERROR: <input>:1:1: at 0')
    expect(lines.at(-1)).toBe('150 more errors were truncated')
  })

  it('stop after 100 syntax errors', () => {
    const lines = problemOf('true' + ',a='.repeat(5_000)).split('\n')
    expect(lines.filter((line) => line.startsWith('ERROR'))).toHaveLength(100)
    expect(lines.at(-1)).toBe('1 more errors were truncated')
  })

  it('omit source lines longer than 16,384 characters', () => {
    expect(problemOf(`=${' '.repeat(16_384)}`)).not.toContain(' | ')
    expect(problemOf(`=${' '.repeat(16_383)}`)).toContain(' | ')
  })
})
