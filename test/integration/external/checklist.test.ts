/** The tables of the package's README name tests that exist. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const here = import.meta.dirname
const source = join(here, '../../../packages/external')

it('packages/external/README.md names tests that exist', async () => {
  const files = (await readdir(here)).filter((name) => name.endsWith('.test.ts')).map((name) => join(here, name))
  const tests = await Promise.all(
    [...files, join(source, 'src/decision/permissions.test.ts')].map((file) => readFile(file, 'utf8')),
  )
  const rows = (await readFile(join(source, 'README.md'), 'utf8')).split('\n').filter((line) => /^\| .* \|$/.test(line))
  const named = rows.map((row) =>
    row
      .split(' | ')[1]!
      .replace(/^`[^:]*: /, '')
      .replace(/ \|$/, ''),
  )
  const titles = named.filter((name) => name !== 'test' && !name.startsWith('test in'))
  expect(titles.length).toBeGreaterThan(40)
  expect(titles.filter((title) => !tests.some((text) => text.includes(`'${title}'`)))).toEqual([])
})
