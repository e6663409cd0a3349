/** All generated reference pages of the repository: paths and texts. */
import { commands } from '../../apps/cli/src/program.ts'
import { apiPages } from './api-pages.ts'
import { formatCommandPage } from './command-page.ts'
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
