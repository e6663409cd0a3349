/** All generated reference pages of the repository: paths and texts. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../../apps/cli/src/program.ts'
import { readPackages } from '../workspace.ts'
import { type ApiName, readApiEntry } from './api-entry.ts'
import { type ApiEntry, apiFolder, formatApiPage } from './api-page.ts'
import { formatCommandPage } from './command-page.ts'
import { emitDeclarations } from './declarations.ts'
import { findDoubleCodes, readErrorRegistries } from './error-registry.ts'
import { formatErrorTable } from './error-table.ts'
import { formatErrorsPage } from './errors-page.ts'

export const errorsPath = 'docs/reference/errors.md'
export const errorTablePath = 'apps/cli/src/explain/generated/error-codes.ts'
/** The same for the dashboard, which explains errors as the command does. */
export const pageErrorTablePath = 'apps/dashboard/page/generated/error-codes.ts'
export const commandPath = 'docs/reference/command.md'

export type Pages = ReadonlyMap<string, string>

export async function referencePages(root: string): Promise<Pages> {
  return new Map([
    ...(await apiPages(root)),
    [errorsPath, await errorsPage(root)],
    [errorTablePath, formatErrorTable(await readErrorRegistries(root))],
    [pageErrorTablePath, formatErrorTable(await readErrorRegistries(root))],
    [commandPath, formatCommandPage(commands)],
  ])
}

export async function errorsPage(root: string): Promise<string> {
  const errors = await readErrorRegistries(root)
  const [double] = findDoubleCodes(errors)
  if (double) throw new Error(`Two registries claim ${double}. Give one of them a code of its own.`)
  return formatErrorsPage(errors)
}

async function apiPages(root: string): Promise<Pages> {
  const folder = await emitDeclarations(root)
  const read = (source: string) => readFileSync(join(folder, source.replace(/\.ts$/, '.d.ts')), 'utf8')
  const pages = readPackages(root).map(({ folder: name, manifest, entries }) => ({
    path: `${apiFolder}/${name}.md`,
    name: manifest.name,
    description: manifest.description ?? '',
    entries: [...entries].map(([specifier, source]) => ({ specifier, names: readApiEntry(source, read) })),
  }))
  const format = signatureFormatter(
    root,
    pages.flatMap((page) => page.entries),
  )
  return new Map(
    pages.map(({ path, ...page }) => [path, formatApiPage({ ...page, entries: page.entries.map(format) })]),
  )
}

/** Formats all signatures in one run of the formatter, because its start costs more than its work. */
function signatureFormatter(root: string, entries: readonly ApiEntry[]): (entry: ApiEntry) => ApiEntry {
  const names = entries.flatMap((entry) => entry.names).filter(({ signature }) => signature !== '')
  const mark = '// §§§'
  const input = names.map(({ signature }) => `${mark}\n${signature}\n`).join('')
  const biome = join(root, 'node_modules/.bin/biome')
  const output = execFileSync(biome, ['format', '--stdin-file-path=signatures.d.ts'], {
    cwd: root,
    input,
    encoding: 'utf8',
  })
  const formatted = new Map<ApiName, string>(
    output
      .split(mark)
      .slice(1)
      .map((signature, index) => [names[index]!, signature.trim()]),
  )
  return (entry) => ({
    ...entry,
    names: entry.names.map((each) => ({ ...each, signature: formatted.get(each) ?? each.signature })),
  })
}
