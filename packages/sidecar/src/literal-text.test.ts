import { expect, it } from 'vitest'
import { literalText } from './literal-text.ts'

it.each([
  ['http://store:9000/b', 'http://store:9000/b'],
  ['$(PASSWORD)/$A$', '$$(PASSWORD)/$$A$$'],
  ['$$(PASSWORD)', '$$$$(PASSWORD)'],
])('%s is escaped so that the kubelet expands no variable in it', (text, expected) => {
  expect(literalText(text)).toBe(expected)
})
