import { describe, expect, it } from 'vitest'
import { diffTexts } from './text-diff.ts'

const lines = (...all: string[]) => all.join('\n')

describe('diffTexts', () => {
  it('returns nothing for equal texts', () => {
    expect(diffTexts('a\nb', 'a\nb')).toEqual([])
  })

  it('marks lines of one text only', () => {
    expect(diffTexts(lines('a', 'b', 'c'), lines('a', 'x', 'c', 'd'))).toEqual(['  a', '- b', '+ x', '  c', '+ d'])
  })

  it('omits lines far from a difference', () => {
    const same = ['1', '2', '3', '4', '5', '6']
    expect(diffTexts(lines(...same, 'a'), lines(...same, 'b'))).toEqual(['  5', '  6', '- a', '+ b'])
    expect(diffTexts(lines('a', ...same), lines('b', ...same))).toEqual(['- a', '+ b', '  1', '  2', '  …'])
  })
})
