import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTestFile } from '../layers/import-target.ts'
import { listFiles } from '../list-files.ts'
import { readPackages } from '../workspace.ts'
import { findWrongDefaults } from './defaults.ts'

function wrongIn(tag: string, code: string) {
  const text = `interface Options {\n  /** How many. @default ${tag} */\n  readonly size?: number\n}\n${code}`
  return findWrongDefaults([{ path: 'a.ts', text }])
}

describe('documented @default', () => {
  const cases = [
    { name: 'of a destructured option', tag: '5', code: 'const f = ({ size = 5 }: Options) => size' },
    { name: 'of a renamed option', tag: '5', code: 'const f = ({ size: n = 5 }: Options) => n' },
    { name: 'behind ??', tag: "'5s'", code: "const f = (options: Options) => options.size ?? '5s'" },
    { name: 'in a table of defaults', tag: '5', code: 'const defaults = { size: 5 }' },
    { name: 'that is computed', tag: '10_240', code: 'const f = ({ size = 10 * 1024 }: Options) => size' },
    { name: 'that is a constant', tag: '5', code: 'const usual = 5\nconst f = ({ size = usual }: Options) => size' },
    { name: 'in prose', tag: 'whatever fits', code: '' },
    {
      name: 'before a spread of the options',
      tag: '5',
      code: 'const f = (options: Options) => ({ size: 5, ...options })',
    },
    { name: 'of the API server', tag: "'Background'", code: '' },
  ]

  it.each(cases)('is accepted $name', ({ tag, code }) => {
    expect(wrongIn(tag, code)).toEqual([])
  })

  it('is refused if the code has another value', () => {
    expect(wrongIn('5', 'const f = ({ size = 6 }: Options) => size')).toEqual([
      'a.ts:3 documents 5 as the default of size, but the code says 6.',
    ])
  })
})

describe('documented @default values', () => {
  const root = resolve(import.meta.dirname, '../..')

  it.each(readPackages(root))('equal the code in $directory', ({ directory }) => {
    const paths = listFiles(root, [`${directory}/src`], /\.ts$/).filter((path) => !/generated|contract/.test(path))
    const files = paths
      .filter((path) => !isTestFile(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    expect(findWrongDefaults(files)).toEqual([])
  })
})
