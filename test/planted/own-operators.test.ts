import { describe, expect, it } from 'vitest'
import { ownOperators } from './own-operators.ts'

const slow = 180_000

describe.each(Object.entries(ownOperators))('%s', (_, exploration) => {
  it('runs the same twice', { timeout: slow }, async () => {
    const [one, two] = [await exploration.run({ budget: { runs: 1 } }), await exploration.run({ budget: { runs: 1 } })]
    expect(two.hash).toBe(one.hash)
  })

  it('ends where it should, whatever goes wrong', { timeout: slow }, async () => {
    const report = await exploration.run({ draws: 20 })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
  })
})
