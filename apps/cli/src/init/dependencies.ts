/** Where a new project gets the packages of Kubewright from. */
import { basename } from 'node:path'
import { readVersion } from '../command/version.ts'
import type { Dependencies } from '../scaffold/package-files.ts'

/** The registry has them in the version of this command. */
export function publishedDependencies(): Dependencies {
  const version = readVersion()
  return { versionOf: () => `^${version}`, overrides: {} }
}

const vendorFolder = 'vendor'

export interface SourceDependencies {
  readonly dependencies: Dependencies
  /** What has to be copied into the project: from where, by the path it has there. */
  readonly tarballs: ReadonlyMap<string, string>
}

/** @param packs the tarball of each package, by its name */
export function vendoredDependencies(packs: Readonly<Record<string, string>>): SourceDependencies {
  const pathOf = (name: string) => `${vendorFolder}/${basename(packs[name]!)}`
  return {
    dependencies: {
      versionOf: (name) => `file:${pathOf(name)}`,
      // All of them: what packages depend on by version has to come from a file, too.
      overrides: Object.fromEntries(Object.keys(packs).map((name) => [name, `file:${pathOf(name)}`])),
      folder: vendorFolder,
    },
    tarballs: new Map(Object.entries(packs).map(([name, tarball]) => [pathOf(name), tarball])),
  }
}
