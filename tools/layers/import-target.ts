/** Resolves an import: a file of this repository, a name that no package exports, or a third-party package. */
import { posix } from 'node:path'
import type { Package } from '../workspace.ts'

export type ImportTarget =
  | { readonly kind: 'relative'; readonly path: string }
  | { readonly kind: 'package'; readonly folder: string; readonly subpath: string; readonly path: string | undefined }
  | { readonly kind: 'third-party'; readonly name: string }
  | { readonly kind: 'built-in' }

export function targetOf(from: string, specifier: string, packages: readonly Package[]): ImportTarget {
  if (specifier.startsWith('.')) return { kind: 'relative', path: posix.join(posix.dirname(from), specifier) }
  if (specifier.startsWith('node:')) return { kind: 'built-in' }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  // Examples use the command as any project does: it only has to be declared.
  const isOurs = name === 'kubewright' || (name.startsWith('@kubewright/') && name !== '@kubewright/cli')
  if (!isOurs) return { kind: 'third-party', name }
  const path = packages.find(({ manifest }) => manifest.name === name)?.entries.get(specifier)
  const subpath = specifier.slice(name.length + 1)
  return { kind: 'package', folder: name.replace('@kubewright/', ''), subpath, path }
}

const homes = ['packages', 'operators', 'apps', 'examples']

/** The unit a file belongs to, such as `packages/core`; empty for tools, tests and the files at the top. */
export function homeOf(path: string): string {
  const [top = '', folder = ''] = path.split('/')
  return homes.includes(top) ? `${top}/${folder}` : ''
}

/** A test, a type test or a benchmark: left out of the published package. */
export function isTestFile(path: string): boolean {
  return /\.(test|test-d|bench)\.ts$/.test(path)
}
