/** Loads the cases: every file under `test/conformance/cases` exports one or more suites. */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { caseId, type Suite } from './case.ts'

export const conformanceRoot = resolve(import.meta.dirname, '../../test/conformance')

/** Failure: rejects if two cases share a name, since recordings are keyed by it. */
export async function loadSuites(): Promise<readonly Suite[]> {
  const root = join(conformanceRoot, 'cases')
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.cases.ts')).toSorted()
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(root, file)).href) as Promise<{ default: Suite | readonly Suite[] }>),
  )
  const suites = modules.flatMap((module) => module.default)
  refuseDoubles(suites.flatMap((suite) => suite.cases.map((one) => caseId(suite, one))))
  return suites
}

function refuseDoubles(ids: readonly string[]): void {
  const seen = new Set<string>()
  const double = ids.find((id) => seen.has(id) || !seen.add(id))
  if (double !== undefined) throw new Error(`Cannot tell two cases apart: both are called "${double}". Rename one.`)
}
