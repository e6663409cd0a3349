import { describe, expect, it } from 'vitest'
import { readDecision, withDecisionIndex } from './decision-index.ts'

const page = '# 0042 HTTP/1.1 only\n\nAccepted 2026-11-15.\n\nWhy …\n'

describe('readDecision', () => {
  it('reads number, title and status', () => {
    expect(readDecision('0042-http.md', page)).toEqual({
      number: '0042',
      title: 'HTTP/1.1 only',
      file: '0042-http.md',
      status: 'Accepted 2026-11-15',
    })
  })

  it('reads which decision replaced it', () => {
    const replaced = page.replace('Accepted', 'Replaced by [0400](0400-h2.md), accepted')
    expect(readDecision('0042-http.md', replaced).status).toBe('Replaced by [0400](0400-h2.md), accepted 2026-11-15')
  })

  it.each([
    ['a page without a number', '0042-http.md', page.replace('0042 ', '')],
    ['a page with the number of another file', '0043-http.md', page],
    ['a page without a status', '0042-http.md', '# 0042 HTTP\n\nWhy …\n'],
    ['a page without a date', '0042-http.md', page.replace(' 2026-11-15', '')],
  ])('refuses %s', (_, file, text) => {
    expect(() => readDecision(file, text)).toThrow(`${file} must begin with`)
  })
})

describe('withDecisionIndex', () => {
  it('replaces the text between the markers', () => {
    const readme = 'Before\n<!-- index -->\nold\n<!-- end of index -->\nAfter\n'
    expect(withDecisionIndex(readme, [readDecision('0042-http.md', page)])).toBe(
      'Before\n<!-- index -->\n| | Decision | Status |\n|---|---|---|\n| [0042](0042-http.md) | HTTP/1.1 only | Accepted 2026-11-15 |\n<!-- end of index -->\nAfter\n',
    )
  })

  it('refuses a README without markers', () => {
    expect(() => withDecisionIndex('# Decisions\n', [])).toThrow('lacks')
  })
})
