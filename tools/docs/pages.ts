/** The pages of this repository that may hold examples: Markdown files, and package sources with doc comments. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTestFile } from '../layers/import-target.ts'
import { listFiles } from '../list-files.ts'
import { describePackage, readJson } from '../workspace.ts'
import { type Example, readExamples } from './example.ts'
import { exampleModule, readSurface, type Surface } from './example-module.ts'

const folders = ['packages', 'operators', 'apps', 'examples', 'docs']
/** Generated pages quote signatures, which are no examples. */
const generated = /^docs\/reference\/|\/generated\//

export function listPages(root: string): string[] {
  const top = readdirSync(root).filter((name) => name.endsWith('.md'))
  const below = listFiles(root, folders, /\.md$|^packages\/[^/]+\/src\/.*\.ts$/)
  return [...top, ...below].filter((path) => !generated.test(path) && !isTestFile(path))
}

export function findExamples(root: string): Example[] {
  return listPages(root).flatMap((path) => readExamples(path, readFileSync(join(root, path), 'utf8')))
}

/** The module of an example; one in a doc comment gets the names of its package. */
export function buildExample(root: string, example: Example, prelude: string): string {
  const page = readFileSync(join(root, example.path), 'utf8')
  return exampleModule(example, page, { prelude, surface: surfaceAround(root, example.path) })
}

function surfaceAround(root: string, path: string): Surface | undefined {
  const [, folder] = /^packages\/([^/]+)\/src\//.exec(path) ?? []
  if (folder === undefined) return undefined
  const { manifest, entries } = describePackage(folder, readJson(join(root, 'packages', folder, 'package.json')))
  const index = entries.get(manifest.name)
  return index === undefined ? undefined : readSurface(manifest.name, readFileSync(join(root, index), 'utf8'))
}
