/** The packages of this repository, as their own `package.json` files describe them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Manifest {
  readonly name: string
  readonly version: string
  /** Unfinished, or not meant for installation. */
  readonly private?: boolean
  readonly description?: string
  readonly exports?: Readonly<Record<string, unknown>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface Package {
  /** The name of its folder and its name in `layers.json`: `core`. */
  readonly folder: string
  /** Relative to the repository: `packages/core`. */
  readonly directory: string
  readonly manifest: Manifest
  /** Import specifiers with their source files: `@kubewright/core` → `packages/core/src/index.ts`. */
  readonly entries: ReadonlyMap<string, string>
}

export interface Layers {
  /** The allowed imports of each package, by folder name. */
  readonly packages: Readonly<Record<string, readonly string[]>>
  readonly 'third-party': Readonly<Record<string, readonly string[]>>
  /** The folders in the `src` of a package, from the lowest to the highest. Packages without an entry have no inner layers. */
  readonly folders?: Readonly<Record<string, readonly string[]>>
}

/** The condition of `exports` that resolves packages to their sources. */
export const sourceCondition = '@kubewright/source'

export function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape
}

export function readLayers(root: string): Layers {
  return readJson(join(root, 'layers.json'))
}

export function readPackages(root: string): Package[] {
  return readFolder(root, 'packages')
}

export function readApps(root: string): Package[] {
  return readFolder(root, 'apps')
}

/** All published packages and programs in dependency order. */
export function readReleased(root: string): Package[] {
  const packages = [...inLayerOrder(readPackages(root), readLayers(root)), ...readApps(root)]
  return packages.filter(({ manifest }) => !manifest.private)
}

function readFolder(root: string, parent: string): Package[] {
  return readdirSync(join(root, parent))
    .filter((folder) => existsSync(join(root, parent, folder, 'package.json')))
    .sort()
    .map((folder) => describePackage(folder, readJson(join(root, parent, folder, 'package.json')), parent))
}

export function describePackage(folder: string, manifest: Manifest, parent = 'packages'): Package {
  const directory = `${parent}/${folder}`
  return { folder, directory, manifest, entries: entriesOf(directory, manifest) }
}

/** Packages in dependency order. Throws if `layers.json` has a cycle. */
export function inLayerOrder(packages: readonly Package[], layers: Layers): Package[] {
  const byFolder = new Map(packages.map((each) => [each.folder, each]))
  const done = new Set<string>()
  const visit = (folder: string, path: readonly string[]) => {
    if (path.includes(folder)) throw new Error(`layers.json goes in a circle: ${[...path, folder].join(' → ')}`)
    if (done.has(folder)) return
    for (const below of layers.packages[folder] ?? []) visit(below, [...path, folder])
    done.add(folder)
  }
  for (const { folder } of packages) visit(folder, [])
  return [...done].flatMap((folder) => byFolder.get(folder) ?? [])
}

function entriesOf(directory: string, { name, exports = {} }: Manifest): Map<string, string> {
  const entries = new Map<string, string>()
  for (const [key, target] of Object.entries(exports)) {
    const source = sourceOf(target)
    if (source !== undefined) entries.set(name + key.slice(1), join(directory, source))
  }
  return entries
}

function sourceOf(target: unknown): string | undefined {
  if (typeof target !== 'object' || target === null) return undefined
  const source = (target as Record<string, unknown>)[sourceCondition]
  return typeof source === 'string' ? source : undefined
}
