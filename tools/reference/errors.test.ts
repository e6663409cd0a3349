import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTestFile } from '../layers/import-target.ts'
import { listFiles } from '../list-files.ts'
import { findDoubleCodes, readErrorRegistries } from './error-registry.ts'
import { formatErrorsPage } from './errors-page.ts'
import { errorsPage, errorsPath } from './pages.ts'

const root = resolve(import.meta.dirname, '../..')
const example = { package: 'core', summary: 'It broke.', cause: 'Age.', remedy: 'Mend it.' }

it('errors page lists errors by package and code', () => {
  const page = formatErrorsPage([
    { ...example, code: 'KW_A', package: 'queue' },
    { ...example, code: 'KW_B' },
    { ...example, code: 'KW_C' },
  ])
  expect(page.match(/^#.*/gm)).toEqual(['# Errors', '## core', '### KW_B', '### KW_C', '## queue', '### KW_A'])
  expect(page).toContain('### KW_A\n\nIt broke.\n\n- Cause: Age.\n- Remedy: Mend it.\n')
})

it('error registries: a code that two of them define is reported', () => {
  const codes = ['KW_A', 'KW_B', 'KW_A'].map((code) => ({ ...example, code }))
  expect(findDoubleCodes(codes)).toEqual(['KW_A'])
})

describe('error registries of this repository', () => {
  it('equal docs/reference/errors.md (repair: npm run generate)', async () => {
    expect(readFileSync(join(root, errorsPath), 'utf8')).toBe(await errorsPage(root))
  })

  it('contain every code that sources use, and no unused one', async () => {
    const registered = (await readErrorRegistries(root)).map(({ code }) => code)
    const sources = listFiles(root, ['packages', 'apps'], /^(packages|apps)\/[^/]+\/src\/(?!.*generated\/).*\.ts$/)
    const raising = sources.filter((path) => !isTestFile(path) && !path.endsWith('/errors.ts'))
    const mentioned = new Set(raising.flatMap((path) => readFileSync(join(root, path), 'utf8').match(codes) ?? []))
    expect([...mentioned].sort()).toEqual(registered)
  })
})

/** As a string of the program; `KW_DEMO_…` is for examples. */
const codes = /(?<=')KW_(?!DEMO_)[A-Z0-9_]+(?=')/g
