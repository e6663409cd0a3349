/** The tests of one of our own operators: it is deterministic, and reaches the expected end state. */
import { describe, expect, it } from 'vitest'
import { bounded, timeout } from './judged.ts'
import { ownOperators } from './own-operators.ts'

/** @param runs number of runs; one with pods and nodes, or with several operators, takes as long as many others */
export function judgedOwn(name: string, runs = 400): void {
  const exploration = ownOperators[name]!
  describe(`exploration of operator ${name}`, () => {
    it('is deterministic', { timeout }, async () => {
      const budget = { runs: 1, within: '10m' } as const
      const [one, two] = [await exploration.run({ budget }), await exploration.run({ budget })]
      expect(two.hash).toBe(one.hash)
    })

    it('is deterministic with a random schedule and a crash', { timeout }, async () => {
      const plan = (seed: string) => ({ schedule: { type: 'random', seed }, faults: [{ type: 'restart', step: 1 }] })
      const play = async (seed: string) =>
        (await exploration.replay(JSON.stringify({ seed: 'same', plan: plan(seed) }))).hash
      const [one, two, other] = [await play('a'), await play('a'), await play('b')]
      expect(two).toBe(one)
      expect(other).not.toBe(one)
    })

    it('converges under all explored faults', { timeout }, async () => {
      const report = await exploration.run({ ...bounded, budget: { runs, within: '25m' } })
      expect(report.failures.map((failure) => failure.story())).toEqual([])
    })
  })
}
