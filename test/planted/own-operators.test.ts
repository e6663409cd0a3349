import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bounded, timeout } from './judged.ts'
import { ownOperators } from './own-operators.ts'

/** A run with pods and nodes, or with several operators at once, takes as long as many of the others. */
const fewer: Readonly<Record<string, number>> = { 'webhosting with its workloads': 30, tour: 150, postgres: 120 }
const runsOf = (name: string) => fewer[name] ?? 400

it('explores every example and every operator of the repository', async () => {
  const folders = await Promise.all(
    ['examples', 'operators'].map((folder) => readdir(join(import.meta.dirname, '../..', folder))),
  )
  const names = folders.flat().map((folder) => folder.replace(/^\d+-/, ''))
  expect(names.filter((name) => ownOperators[name] === undefined)).toEqual([])
})

describe.each(Object.entries(ownOperators))('%s', (name, exploration) => {
  it('runs the same twice', { timeout }, async () => {
    const budget = { runs: 1, within: '10m' } as const
    const [one, two] = [await exploration.run({ budget }), await exploration.run({ budget })]
    expect(two.hash).toBe(one.hash)
  })

  it('runs the same twice in any order, with a crash', { timeout }, async () => {
    const plan = (seed: string) => ({ schedule: { type: 'random', seed }, faults: [{ type: 'restart', step: 1 }] })
    const play = async (seed: string) =>
      (await exploration.replay(JSON.stringify({ seed: 'same', plan: plan(seed) }))).hash
    const [one, two, other] = [await play('a'), await play('a'), await play('b')]
    expect(two).toBe(one)
    expect(other).not.toBe(one)
  })

  it('ends where it should, whatever goes wrong', { timeout }, async () => {
    const report = await exploration.run({ ...bounded, budget: { runs: runsOf(name), within: '25m' } })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
  })
})
