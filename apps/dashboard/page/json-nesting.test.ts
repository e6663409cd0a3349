import { expect, it } from 'vitest'
import { isNestedDeeper } from './json-nesting.ts'

it.each([
  ['[[1]]', 2, false],
  ['[[1]]', 1, true],
  ['{"a":[{}]}', 2, true],
  ['[{},{},[]]', 2, false],
  [String.raw`["[[[{\"[[[", "\\"]`, 1, false],
  [String.raw`["\\", [1]]`, 1, true],
  ['', 0, false],
])('the JSON %s is nested deeper than %d: %s', (text, levels, expected) => {
  expect(isNestedDeeper(text, levels)).toBe(expected)
})
