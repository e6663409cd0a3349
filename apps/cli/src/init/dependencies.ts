/** Where a new project gets the packages of Kubewright from. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packageFolder } from '../project/own-process.ts'
import { developmentPackages, type Dependencies, runtimePackages } from '../scaffold/package-files.ts'

/** The registry has them in the version of this command. */
export function publishedDependencies(): Dependencies {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string }
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
  const named = new Set([...runtimePackages, ...developmentPackages])
  const others = Object.keys(packs).filter((name) => !named.has(name))
  return {
    dependencies: {
      versionOf: (name) => `file:${pathOf(name)}`,
      overrides: Object.fromEntries(others.map((name) => [name, `file:${pathOf(name)}`])),
      folder: vendorFolder,
    },
    tarballs: new Map(Object.entries(packs).map(([name, tarball]) => [pathOf(name), tarball])),
  }
}
