import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { timeout } from './judged.ts'
import { keptPlans } from './kept-plans.ts'

const root = join(import.meta.dirname, '../..')

describe.each(keptPlans)('once found: $was', ({ oracle, file, before, now }) => {
  it('is shown by its plan with the operator as it was', { timeout }, async () => {
    const report = await before.replay(await readFile(join(root, file), 'utf8'))
    expect(report.failures.map((failure) => failure.oracle)).toContain(oracle)
  })

  it('is not any more', { timeout }, async () => {
    const report = await now.replay(await readFile(join(root, file), 'utf8'))
    expect(report.failures.map((failure) => failure.story())).toEqual([])
    expect(report.truncated).toBeUndefined() // or its moment never came
  })
})

it('plays every plan that lies beside an operator', async () => {
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
