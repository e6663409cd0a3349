import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ownOperators, unexplored } from './own-operators.ts'

it('exploration covers every example and operator of the repository, or lists a reason', async () => {
  const folders = await Promise.all(
    ['examples', 'operators'].map((folder) => readdir(join(import.meta.dirname, '../..', folder))),
  )
  const names = folders.flat().map((folder) => folder.replace(/^\d+-/, ''))
  expect(names.filter((name) => ownOperators[name] === undefined && unexplored[name] === undefined)).toEqual([])
})

it('exploration has a test file per operator', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => /^own-.*\.test\.ts$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')))
  const judged = texts.flatMap((text) => [...text.matchAll(/^judgedOwn\('([^']+)'/gm)].map(([, name]) => name))
  expect(new Set(judged)).toEqual(new Set(Object.keys(ownOperators)))
})
