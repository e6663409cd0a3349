import { describe, expect, it } from 'vitest'
import { mostToldCharacters, told } from './told.ts'

const lengths = (all: readonly number[]) => told(all, (length) => length)

describe('what is told of a list of errors', () => {
  it.each([
    ['everything that fits', [1, 2, 3], [1, 2, 3]],
    ['nothing of nothing', [], []],
    ['only what fits together', [mostToldCharacters - 1, 1, 1], [mostToldCharacters - 1, 1]],
    ['one at least', [mostToldCharacters + 1, 1], [mostToldCharacters + 1]],
  ])('is %s', (_, all, expected) => {
    expect(lengths(all)).toEqual(expected)
  })
})
