import { explore } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { corpus } from './corpus.ts'

// Each explores as it does by default; on a machine that is busy that may take its whole budget.
const slow = 180_000

describe.each(corpus)('$name', ({ oracle, explored }) => {
  it(`is found (${oracle})`, { timeout: slow }, async () => {
    const report = await explore(explored(false))
    expect(report.failures.map((failure) => failure.oracle)).toContain(oracle)
    expect(report.story()).toContain('What happens:')
  })

  it('is not found once it is corrected', { timeout: slow }, async () => {
    const report = await explore({ ...explored(true), draws: 10 })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
  })
})

it('has mistakes of every kind', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(25)
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
})
