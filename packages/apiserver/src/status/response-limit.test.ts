import { describe, expect, it } from 'vitest'
import { maxErrorCharacters, firstThatFit } from './response-limit.ts'

const lengths = (all: readonly number[]) => firstThatFit(all, (length) => length)

describe('errors shown in a response', () => {
  it.each([
    ['all if they fit', [1, 2, 3], [1, 2, 3]],
    ['none if there are none', [], []],
    ['only those that fit together', [maxErrorCharacters - 1, 1, 1], [maxErrorCharacters - 1, 1]],
    ['at least one', [maxErrorCharacters + 1, 1], [maxErrorCharacters + 1]],
  ])('are %s', (_, all, expected) => {
    expect(lengths(all)).toEqual(expected)
  })
})
