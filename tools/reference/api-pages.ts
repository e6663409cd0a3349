/** The reference pages of all packages, and their index. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { type Package, readApps, readPackages } from '../workspace.ts'
import { type ApiName, readApiEntry, readReferred } from './api-entry.ts'
import { type IndexedPage, formatApiIndex } from './api-index.ts'
import { anchorsOfPage, type ApiEntry, apiFolder, type ApiLinks, formatApiPage } from './api-page.ts'
import { createDeclarationReader, type DeclarationKey, type DeclarationReader } from './declaration-reader.ts'
import { emitDeclarations } from './declarations.ts'

export async function apiPages(root: string): Promise<Map<string, string>> {
  const folder = await emitDeclarations(root)
  const read = (source: string) => readFileSync(join(folder, source.replace(/\.ts$/, '.d.ts')), 'utf8')
  const packages = [...readPackages(root), ...documentedApps(root)]
  const reader = createDeclarationReader(read, new Map(packages.flatMap(({ entries }) => [...entries])))
  const pages = withFormattedSignatures(root, readPages(packages, reader, read))
  const targets = linkTargets(pages)
  const texts = pages.map((page): [string, string] => [
    `${apiFolder}/${page.file}`,
    formatApiPage(page, linksFrom(page.file, targets)),
  ])
  return new Map([...texts, [`${apiFolder}/README.md`, formatApiIndex(pages, linksFrom('README.md', targets))]])
}

/** Programs are documented by the index that users import; their other entries are for our own programs. */
function documentedApps(root: string): Package[] {
  return readApps(root).flatMap((app) => {
    const index = app.entries.get(app.manifest.name)
    return index === undefined ? [] : [{ ...app, entries: new Map([[app.manifest.name, index]]) }]
  })
}

type ReadText = (path: string) => string

function readPages(packages: readonly Package[], reader: DeclarationReader, read: ReadText): IndexedPage[] {
  const pages = packages.map(({ folder, manifest, entries }) => ({
    file: `${folder}.md`,
    name: manifest.name,
    description: manifest.description ?? '',
    entries: [...entries].map(([specifier, source]) => ({
      specifier,
      names: readApiEntry(source, reader),
      everythingOf: passedOnAsWhole(read(source)),
    })),
  }))
  const exported = new Set(pages.flatMap(({ entries }) => entries.flatMap(keysOf)))
  return pages.map((page) => ({
    ...page,
    referred: readReferred(
      page.entries.flatMap(({ names }) => names),
      reader,
      (key) => exported.has(key),
    ),
  }))
}

function keysOf({ names }: Pick<ApiEntry, 'names'>): DeclarationKey[] {
  return names.flatMap(({ key }) => key ?? [])
}

/** The packages behind `export * from '…'`. */
function passedOnAsWhole(text: string): string[] {
  const file = ts.createSourceFile('x.d.ts', text, ts.ScriptTarget.ESNext)
  return file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.exportClause || !statement.moduleSpecifier) return []
    const { text: specifier } = statement.moduleSpecifier as ts.StringLiteral
    return specifier.startsWith('.') ? [] : [specifier]
  })
}

interface Targets {
  readonly names: ReadonlyMap<DeclarationKey, Target>
  readonly entries: ReadonlyMap<string, Target>
}

interface Target {
  readonly file: string
  readonly anchor: string
}

function linkTargets(pages: readonly IndexedPage[]): Targets {
  const names = new Map<DeclarationKey, Target>()
  const entries = new Map<string, Target>()
  for (const page of pages) {
    const { file } = page
    const anchors = anchorsOfPage(page)
    for (const [key, anchor] of anchors.names) names.set(key, { file, anchor })
    for (const [specifier, anchor] of anchors.entries) entries.set(specifier, { file, anchor })
  }
  return { names, entries }
}

function linksFrom(file: string, { names, entries }: Targets): ApiLinks {
  const format = (target: Target | undefined) => target && `${target.file === file ? '' : target.file}#${target.anchor}`
  return { toName: (key) => format(names.get(key)), toEntry: (specifier) => format(entries.get(specifier)) }
}

/** Formats all signatures in one run of the formatter, because its start costs more than its work. */
function withFormattedSignatures(root: string, pages: readonly IndexedPage[]): IndexedPage[] {
  const all = pages.flatMap(({ entries, referred }) => [...entries.flatMap(({ names }) => names), ...referred])
  const names = all.filter(({ signature }) => signature !== '')
  const mark = '// §§§'
  const input = names.map(({ signature }) => `${mark}\n${signature}\n`).join('')
  const biome = join(root, 'node_modules/.bin/biome')
  const output = execFileSync(biome, ['format', '--stdin-file-path=signatures.d.ts'], {
    cwd: root,
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const signatures = output.split(mark).slice(1)
  const formatted = new Map(names.map((each, index): [ApiName, string] => [each, signatures[index]!.trim()]))
  const format = (each: ApiName) => ({ ...each, signature: formatted.get(each) ?? each.signature })
  return pages.map((page) => ({
    ...page,
    entries: page.entries.map((entry) => ({ ...entry, names: entry.names.map(format) })),
    referred: page.referred.map(format),
  }))
}
