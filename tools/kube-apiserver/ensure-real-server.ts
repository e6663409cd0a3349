/**
 * Finds the programs of a real API server, or builds them once: `kube-apiserver`, `etcd` and `kubectl`.
 *
 * `KUBEBUILDER_ASSETS` takes precedence, as in other tools that support it. Otherwise they come from `~/.cache/kubewright`,
 * where the first call builds the versions pinned by the `go.mod` in this folder.
 *
 * See decision 0060.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPrograms } from './build-programs.ts'
import { cacheRoot, type Programs, readPrograms } from './programs.ts'
import { type Report, reportToStderr } from './progress.ts'
import { readRecipe } from './recipe.ts'

export interface EnsureOptions {
  /** @default lines on standard error */
  readonly report?: Report
}

export async function ensureRealServer({ report = reportToStderr }: EnsureOptions = {}): Promise<Programs> {
  const assets = process.env['KUBEBUILDER_ASSETS']
  if (assets) return readPrograms(assets)
  const recipe = readRecipe({ mod: await readPinned('go.mod'), sum: await readPinned('go.sum') })
  const target = join(cacheRoot(), recipe.cacheName)
  await buildPrograms({ recipe, target, report })
  return readPrograms(target)
}

function readPinned(file: string): Promise<string> {
  return readFile(join(import.meta.dirname, file), 'utf8')
}
