import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { timeout } from './judged.ts'
import { keptPlans } from './kept-plans.ts'

const root = join(import.meta.dirname, '../..')

describe.each(keptPlans)('stored plan of a bug: $was', ({ oracle, file, before, now }) => {
  it('reproduces it with the operator before the fix', { timeout }, async () => {
    const report = await before.replay(await readFile(join(root, file), 'utf8'))
    expect(report.failures.map((failure) => failure.oracle)).toContain(oracle)
  })

  it('does not reproduce it with the current operator', { timeout }, async () => {
    const report = await now.replay(await readFile(join(root, file), 'utf8'))
    expect(report.failures.map((failure) => failure.story())).toEqual([])
    expect(report.truncated).toBeUndefined() // or its moment never came
  })
})

it('stored plans: each plan beside an operator is replayed', async () => {
  const folders = await Promise.all(['examples', 'operators'].map(plansIn))
  expect(folders.flat().sort()).toEqual(keptPlans.map(({ file }) => file).sort())
})

async function plansIn(folder: string): Promise<readonly string[]> {
  const programs = await readdir(join(root, folder))
  const plans = programs.map(async (program) => {
    const place = `${folder}/${program}/plans`
    return (await readdir(join(root, place)).catch((): string[] => [])).map((name) => `${place}/${name}`)
  })
  return (await Promise.all(plans)).flat()
}
