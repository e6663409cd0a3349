/** The error registries of all packages and programs: the `defineErrors` of every `errors.ts`. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listFiles } from '../list-files.ts'

export interface RegisteredError {
  readonly code: string
  /** The folder of its package. */
  readonly package: string
  readonly summary: string
  readonly cause: string
  readonly remedy: string
}

export async function readErrorRegistries(root: string): Promise<RegisteredError[]> {
  const found: RegisteredError[] = []
  for (const path of listFiles(root, ['packages', 'apps'], /^(packages|apps)\/[^/]+\/src\/(.*\/)?errors\.ts$/)) {
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, path)).href)) as Record<string, unknown>
    for (const value of Object.values(module)) found.push(...entriesOf(path.split('/')[1]!, value))
  }
  return found.sort((left, right) => (left.code < right.code ? -1 : 1))
}

function entriesOf(packageFolder: string, value: unknown): RegisteredError[] {
  if (typeof value !== 'function' || !('registry' in value)) return []
  const registry = value.registry as Record<string, Pick<RegisteredError, 'summary' | 'cause' | 'remedy'>>
  return Object.entries(registry).map(([code, entry]) => ({ code, package: packageFolder, ...entry }))
}

/** Codes that are registered twice. */
export function findDoubleCodes(errors: readonly RegisteredError[]): string[] {
  const seen = new Set<string>()
  return errors.flatMap(({ code }) => (seen.size === seen.add(code).size ? [code] : []))
}
