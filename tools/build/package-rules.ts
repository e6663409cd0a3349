/** Checks of a package before it is published. */
import ts from 'typescript'
import type { Manifest } from '../workspace.ts'

const always = ['LICENSE', 'README.md', 'package.json']

/** @param readText returns the text of a packed file */
export function findPackageProblems(
  manifest: Manifest,
  files: readonly string[],
  readText: (path: string) => string,
): string[] {
  const promised = [...always, ...targetsOf(manifest.exports), ...targetsOf(manifest.bin)]
  return [
    ...[...new Set(promised)].filter((path) => !files.includes(path)).map((path) => `${path} is missing`),
    ...files.filter((path) => isForOurTests(path, files)).map((path) => `${path} is no business of users`),
    ...files
      .filter((path) => /^dist\/.*\.(js|ts|map)$/.test(path))
      .flatMap((path) => findTextProblems(path, readText(path))),
  ]
}

/** A published package must not depend on a private one, which users could not install. */
export function findUnpublished(manifests: readonly Manifest[]): string[] {
  const isPrivate = new Set(manifests.filter((each) => each.private).map(({ name }) => name))
  return manifests
    .filter((each) => !each.private)
    .flatMap(({ name, dependencies = {}, peerDependencies = {} }) =>
      Object.keys({ ...dependencies, ...peerDependencies })
        .filter((dependency) => isPrivate.has(dependency))
        .map((dependency) => `${name}: stands on ${dependency}, which is private`),
    )
}

/** Tests and their helpers. A file reachable from an entry is compiled and thus meant for users, whatever its name. */
function isForOurTests(path: string, files: readonly string[]): boolean {
  const isCompiled = files.includes(path.replace(/^src\/(.*)\.ts$/, 'dist/$1.d.ts'))
  return !isCompiled && /^src\/.*(\.(test|test-d|bench|arbitrary)\.ts$|\/testing\/)/.test(path)
}

function findTextProblems(path: string, text: string): string[] {
  if (path.endsWith('.map')) {
    const { sources } = JSON.parse(text) as { sources: string[] }
    return sources.filter((source) => !source.startsWith('../')).map((source) => `${path} leads to ${source}`)
  }
  // Parsed by the compiler: a text search would also match imports in generated code.
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.') && !fileName.endsWith('.js'))
    .map(({ fileName }) => `${path} imports ${fileName}, which Node will not find`)
}

function targetsOf(target: unknown): string[] {
  if (typeof target === 'string') return [target.replace(/^\.\//, '')]
  return typeof target === 'object' && target !== null ? Object.values(target).flatMap(targetsOf) : []
}
