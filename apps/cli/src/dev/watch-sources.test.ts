import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { systemClock } from '@kubewright/core'
import { nextTurn } from '@kubewright/core/time'
import { VirtualClock } from '@kubewright/core/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchSources } from './watch-sources.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-watch-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** All reported paths, until one that ends like this. */
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

it('source watching reports source files in any folder, and no others', async () => {
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

it('source watching continues after a folder was removed', async () => {
  await mkdir(join(folder, 'old'))
  const heard = await heardUntil('last.ts', async () => {
    await rm(join(folder, 'old'), { recursive: true })
    await writeFile(join(folder, 'last.ts'), '')
  })
  expect(heard).toContain('last.ts')
})

it('source watching reports a folder that was removed and recreated', async () => {
  await mkdir(join(folder, 'src'))
  const heard = await heardUntil('src', async () => {
    await rm(join(folder, 'src'), { recursive: true })
    await mkdir(join(folder, 'src'))
  })
  expect(heard).toContain('src')
})

it('source watching reports that the root folder is gone, and resumes when it is back', async () => {
  const lost: string[] = []
  let heard = () => {}
  const back = new Promise<void>((resolve) => (heard = resolve))
  const clock = systemClock
  using _watch = await watchSources({
    folders: [folder],
    clock,
    quietMs: 10,
    onChange: () => heard(),
    onLost: (path) => lost.push(path),
  })
  await rm(folder, { recursive: true })
  await expect.poll(() => lost, { timeout: 10_000 }).toEqual([folder])
  await mkdir(folder)
  await back
})

it('source watching reports continuous changes after a maximum delay', async () => {
  const clock = new VirtualClock()
  const told: (readonly string[])[] = []
  using _watch = await watchSources({ folders: [folder], clock, onChange: (paths) => told.push(paths) })
  for (let save = 0; save < 30; save++) {
    await writeFile(join(folder, 'busy.ts'), String(save))
    await nextTurn()
    await clock.advance(90)
  }
  expect(told.length).toBeGreaterThanOrEqual(1)
})
