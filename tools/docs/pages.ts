/** The pages of this repository that may hold examples: Markdown files, and package sources with doc comments. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportedNames } from '../exported-names.ts'
import { isTestFile } from '../layers/import-target.ts'
import { listFiles } from '../list-files.ts'
import { describePackage, readJson } from '../workspace.ts'
import { type Example, readExamples } from './example.ts'
import { exampleModule, type Surface } from './example-module.ts'

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

/** The module of an example; one in a doc comment gets the names around it. */
export function buildExample(root: string, example: Example, prelude: string): string {
  const page = readFileSync(join(root, example.path), 'utf8')
  return exampleModule(example, page, { prelude, surfaces: surfacesAround(root, example.path) })
}

/**
 * What an example in a source file may use: the package's index, the other entries that the file contributes to, and for
 * a file behind the scenes what it exports itself. Whoever has a package with a zod peer has `z`.
 */
function surfacesAround(root: string, path: string): Surface[] {
  const [, folder] = /^packages\/([^/]+)\/src\//.exec(path) ?? []
  if (folder === undefined) return []
  const { manifest, entries } = describePackage(folder, readJson(join(root, 'packages', folder, 'package.json')))
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const all = [...entries].map(([specifier, entry]) => ({ specifier, names: exportedNames(entry, read) }))
  const own = all.filter(({ names }) => names.some(({ from }) => from === path))
  const hidden = own.length === 0 ? [{ specifier: join(root, path), names: exportedNames(path, read) }] : []
  const peers = manifest.peerDependencies?.['zod'] ? [{ specifier: 'zod', names: [{ name: 'z', isType: false }] }] : []
  return [...new Set([...all.filter(({ specifier }) => specifier === manifest.name), ...own]), ...hidden, ...peers]
}
