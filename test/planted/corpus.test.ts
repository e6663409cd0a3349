import { expect, it } from 'vitest'
import { corpus } from './corpus.ts'

it('has mistakes of every kind, each once', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(25)
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
})
