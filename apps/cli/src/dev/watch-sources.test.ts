import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { systemClock } from '@kubewright/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchSources } from './watch-sources.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-watch-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Everything that was heard, until a path that ends so is among it. */
async function heardUntil(name: string, act: () => Promise<void>): Promise<readonly string[]> {
  const all: string[] = []
  let heard = () => {}
  const arrived = new Promise<void>((resolve) => (heard = resolve))
  using _watch = await watchSources({
    folders: [folder],
    clock: systemClock,
    quietMs: 10,
    onChange(paths) {
      all.push(...paths.map((path) => relative(folder, path)))
      if (all.some((path) => path.endsWith(name))) heard()
    },
  })
  await act()
  await arrived
  return all
}

it('hears of sources, wherever they lie, and of nothing else', async () => {
  await mkdir(join(folder, 'src/deep'), { recursive: true })
  await mkdir(join(folder, 'node_modules/zod'), { recursive: true })
  const heard = await heardUntil('last.ts', async () => {
    await writeFile(join(folder, 'node_modules/zod/index.js'), '')
    await writeFile(join(folder, 'notes.txt'), '')
    await writeFile(join(folder, 'src/deep/one.ts'), '')
    await writeFile(join(folder, 'samples.yaml'), '')
    await writeFile(join(folder, 'last.ts'), '')
  })
  expect(new Set(heard)).toEqual(new Set(['src/deep/one.ts', 'samples.yaml', 'last.ts']))
})

it('goes on when a folder goes away', async () => {
  await mkdir(join(folder, 'old'))
  const heard = await heardUntil('last.ts', async () => {
    await rm(join(folder, 'old'), { recursive: true })
    await writeFile(join(folder, 'last.ts'), '')
  })
  expect(heard).toContain('last.ts')
})
