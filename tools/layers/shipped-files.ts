/** The published files: those reachable from an entry of a package. The others are tests and their helpers. */
import type { Package } from '../workspace.ts'
import { homeOf, targetOf } from './import-target.ts'
import type { SourceFile } from './source-file.ts'

export function shippedFiles(files: readonly SourceFile[], packages: readonly Package[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const shipped = new Set<string>()
  const visit = (path: string) => {
    if (shipped.has(path)) return
    shipped.add(path)
    for (const { specifier } of byPath.get(path)?.imports ?? []) {
      const target = targetOf(path, specifier, packages)
      if (target.kind === 'relative' && homeOf(target.path) === homeOf(path)) visit(target.path)
    }
  }
  for (const { entries } of packages) for (const entry of entries.values()) visit(entry)
  return shipped
}
