/** The source of the Kubewright packages of a new project. */
import { basename } from 'node:path'
import { readVersion } from '../command/version.ts'
import type { Dependencies } from '../scaffold/package-files.ts'

/** From the registry, in the version of this command. */
export function publishedDependencies(): Dependencies {
  const version = readVersion()
  return { versionOf: () => `^${version}`, overrides: {} }
}

const vendorFolder = 'vendor'

export interface SourceDependencies {
  readonly dependencies: Dependencies
  /** Files to copy into the project: source path by target path. */
  readonly tarballs: ReadonlyMap<string, string>
}

/** @param packs tarballs by package name */
export function vendoredDependencies(packs: Readonly<Record<string, string>>): SourceDependencies {
  const pathOf = (name: string) => `${vendorFolder}/${basename(packs[name]!)}`
  return {
    dependencies: {
      versionOf: (name) => `file:${pathOf(name)}`,
      // All packages: their dependencies on each other must resolve to files, too.
      overrides: Object.fromEntries(Object.keys(packs).map((name) => [name, `file:${pathOf(name)}`])),
      folder: vendorFolder,
    },
    tarballs: new Map(Object.entries(packs).map(([name, tarball]) => [pathOf(name), tarball])),
  }
}
