/** Checks that each `package.json` matches `layers.json` and the actual imports. */
import type { Package } from '../workspace.ts'
import type { Repository } from './import-rules.ts'
import { isTestFile, targetOf } from './import-target.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'

export function checkManifest(
  each: Package,
  files: readonly SourceFile[],
  { packages, layers, shipped }: Pick<Repository, 'packages' | 'layers' | 'shipped'>,
): Problem[] {
  const { folder, directory, manifest } = each
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }
  const passedOn = peersBelow(each, packages)
  const own = files.filter(({ path }) => path.startsWith(`${directory}/`))
  const needed = usedBy(
    own.filter(({ path }) => shipped.has(path)),
    packages,
  )
  // Code that no entry reaches yet is work in progress, and may have its dependency already.
  const used = usedBy(
    own.filter(({ path }) => !isTestFile(path)),
    packages,
  )
  const allowed = [...(layers.packages[folder] ?? []).map(nameOf), ...(layers['third-party'][folder] ?? [])]
  const version = packages[0]?.manifest.version ?? manifest.version

  const complaints = [
    ...(folder in layers.packages ? [] : [`${folder} is not in layers.json. Say there what it may import.`]),
    ...(manifest.name === nameOf(folder)
      ? []
      : [`The name is ${manifest.name}; by its folder it is ${nameOf(folder)}.`]),
    ...(manifest.version === version ? [] : [`The version is ${manifest.version}; all packages share ${version}.`]),
    ...[...needed]
      .filter((name) => !(name in declared) && allowed.includes(name))
      .map((name) => `${name} is imported but not declared. Add it to "dependencies".`),
    ...Object.entries(declared).flatMap(([name, range]) => [
      ...(used.has(name) || passedOn.has(name)
        ? []
        : [`${name} is declared but only tests import it, if anything does. Remove it.`]),
      ...(allowed.includes(name) || passedOn.has(name)
        ? []
        : [`${name} is declared but layers.json does not allow it.`]),
      ...(!isOurs(name) || range === version ? [] : [`${name} is declared as ${range}; our packages pin ${version}.`]),
    ]),
  ]
  return complaints.map((text) => ({ path: `${directory}/package.json`, line: 1, rule: 'manifest', text }))
}

/** The peers of its dependencies: it may declare them only to pass them on. */
function peersBelow({ manifest }: Package, packages: readonly Package[]): Set<string> {
  const below = packages.filter((other) => other.manifest.name in (manifest.dependencies ?? {}))
  return new Set(below.flatMap((other) => Object.keys(other.manifest.peerDependencies ?? {})))
}

/** The packages that some files import, types included: their declarations need them too. */
function usedBy(files: readonly SourceFile[], packages: readonly Package[]): Set<string> {
  const targets = files.flatMap(({ path, imports }) =>
    imports.map(({ specifier }) => targetOf(path, specifier, packages)),
  )
  return new Set(
    targets.flatMap((target) => {
      if (target.kind === 'third-party') return [target.name]
      return target.kind === 'package' ? [nameOf(target.folder)] : []
    }),
  )
}

function nameOf(folder: string): string {
  return folder === 'kubewright' ? folder : `@kubewright/${folder}`
}

function isOurs(name: string): boolean {
  return name === 'kubewright' || name.startsWith('@kubewright/')
}
