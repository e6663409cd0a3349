import { describe, expect, it } from 'vitest'
import { maxErrorCharacters, firstThatFit } from './response-limit.ts'

const lengths = (all: readonly number[]) => firstThatFit(all, (length) => length)

describe('the errors that a response shows', () => {
  it.each([
    ['everything that fits', [1, 2, 3], [1, 2, 3]],
    ['nothing of nothing', [], []],
    ['only what fits together', [maxErrorCharacters - 1, 1, 1], [maxErrorCharacters - 1, 1]],
    ['one at least', [maxErrorCharacters + 1, 1], [maxErrorCharacters + 1]],
  ])('is %s', (_, all, expected) => {
    expect(lengths(all)).toEqual(expected)
  })
})
