import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countIndexNames, indexBudget } from './index-budget.ts'
import { describePackage, readPackages } from './workspace.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('exported names of package indexes', () => {
  it('are counted per package, with types, without sub-paths', () => {
    const entry = (path: string) => ({ '@kubewright/source': path })
    const exports = { '.': entry('./src/index.ts'), './more': entry('./src/more.ts') }
    const demo = describePackage('demo', { name: '@kubewright/demo', version: '1.0.0', exports })
    expect(countIndexNames([demo], () => `export const a = 1\nexport interface B {}`)).toEqual({ demo: 2 })
  })

  it('match the budget in tools/index-budget.ts', () => {
    expect(countIndexNames(readPackages(root), read)).toEqual(indexBudget)
  })
})

/** For tests, with types of an optional peer or a parser, or of code that few programs load. */
const loadedAlone = new Set(
  'testing contract opentelemetry pino containers cron metrics schema tosca yaml reporter protocol agent kubernetes'
    .split(' ')
    .map((path) => `./${path}`),
)

it('package indexes reference the types of their sub-paths, so that the compiler can name them in declarations', () => {
  const lacking = readPackages(root)
    .filter(({ folder }) => folder !== 'kubernetes' && folder !== 'kubewright')
    .flatMap(({ manifest, entries, directory }) => {
      const index = read(entries.get(manifest.name)!)
      const paths = [...entries].filter(([specifier]) => !loadedAlone.has(`.${specifier.slice(manifest.name.length)}`))
      const files = paths
        .map(([, entry]) => entry.slice(`${directory}/src/`.length))
        .filter((file) => file !== 'index.ts')
      return files
        .filter((file) => !index.includes(`export type {} from './${file}'`))
        .map((file) => `${directory}: ${file}`)
    })
  expect(lacking).toEqual([])
})
