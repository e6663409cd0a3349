/** The pages of this repository that may contain examples: Markdown files, and package sources with doc comments. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ExportedName, exportedNames } from '../exported-names.ts'
import { isTestFile } from '../layers/import-target.ts'
import { listFiles } from '../list-files.ts'
import { describePackage, type Package, readJson } from '../workspace.ts'
import { type Example, readExamples } from './example.ts'
import { exampleModule, type Surface } from './example-module.ts'

const folders = ['packages', 'operators', 'apps', 'examples', 'docs']
/** Generated pages quote signatures, which are not examples. */
const generated = /^docs\/reference\/|\/generated\//

export function listPages(root: string): string[] {
  const top = readdirSync(root).filter((name) => name.endsWith('.md'))
  const below = listFiles(root, folders, /\.md$|^packages\/[^/]+\/src\/.*\.ts$/)
  return [...top, ...below].filter((path) => !generated.test(path) && !isTestFile(path))
}

export function findExamples(root: string): Example[] {
  return listPages(root).flatMap((path) => readExamples(path, readFileSync(join(root, path), 'utf8')))
}

/** The module of an example. An example in a doc comment can use the exports of its package without imports. */
export function buildExample(root: string, example: Example, options: BuildOptions): string {
  const page = readFileSync(join(root, example.path), 'utf8')
  return exampleModule(example, page, { prelude: options.prelude, surfaces: options.surfacesAround(example.path) })
}

export interface BuildOptions {
  /** One line that imports the comparing function. */
  readonly prelude: string
  /** The names that an example on a page may use without importing them. */
  readonly surfacesAround: (path: string) => readonly Surface[]
}

/** Reads each file only once. */
export function surfaceReader(root: string): BuildOptions['surfacesAround'] {
  const known = new Map<string, readonly ExportedName[]>()
  const namesOf = (file: string) => exportedNames(file, (path) => readFileSync(join(root, path), 'utf8'), known)
  return (path) => {
    const [, folder] = /^packages\/([^/]+)\/src\//.exec(path) ?? []
    if (folder === undefined) return []
    const around = describePackage(folder, readJson(join(root, 'packages', folder, 'package.json')))
    return surfacesIn(around, path, { namesOf, ownPath: join(root, path) })
  }
}

/**
 * The package's index, the other entries that export from the file, and for an internal file its own exports. A package with a
 * zod peer dependency also provides `z`.
 */
function surfacesIn(
  { manifest, entries }: Package,
  path: string,
  { namesOf, ownPath }: { namesOf: (file: string) => readonly ExportedName[]; ownPath: string },
): Surface[] {
  const all = [...entries].map(([specifier, entry]) => ({ specifier, names: namesOf(entry) }))
  const own = all.filter(({ names }) => names.some(({ from }) => from === path))
  const index = all.filter(({ specifier }) => specifier === manifest.name)
  const hidden = own.length === 0 ? [{ specifier: ownPath, names: namesOf(path) }] : []
  const peers = manifest.peerDependencies?.['zod'] ? [{ specifier: 'zod', names: [{ name: 'z', isType: false }] }] : []
  return [...new Set([...index, ...own]), ...hidden, ...peers]
}
