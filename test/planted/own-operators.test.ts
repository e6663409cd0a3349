import { describe, expect, it } from 'vitest'
import { bounded, timeout } from './judged.ts'
import { ownOperators } from './own-operators.ts'

describe.each(Object.entries(ownOperators))('%s', (_, exploration) => {
  it('runs the same twice', { timeout }, async () => {
    const budget = { runs: 1, within: '10m' } as const
    const [one, two] = [await exploration.run({ budget }), await exploration.run({ budget })]
    expect(two.hash).toBe(one.hash)
  })

  it('ends where it should, whatever goes wrong', { timeout }, async () => {
    const report = await exploration.run({ ...bounded, budget: { runs: 400, within: '10m' } })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
  })
})
