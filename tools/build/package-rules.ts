/** What must be true of a package before strangers install it. */
import ts from 'typescript'
import type { Manifest } from '../workspace.ts'

const always = ['LICENSE', 'README.md', 'package.json']

/** @param readText the text of a packed file */
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

/** What is installed needs what it stands on: it is not to be had if it is private. */
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

/** Tests and their helpers. What an entry reaches is compiled, and therefore meant for users, whatever it is called. */
function isForOurTests(path: string, files: readonly string[]): boolean {
  const isCompiled = files.includes(path.replace(/^src\/(.*)\.ts$/, 'dist/$1.d.ts'))
  return !isCompiled && /^src\/.*(\.(test|test-d|bench|arbitrary)\.ts$|\/testing\/)/.test(path)
}

function findTextProblems(path: string, text: string): string[] {
  if (path.endsWith('.map')) {
    const { sources } = JSON.parse(text) as { sources: string[] }
    return sources.filter((source) => !source.startsWith('../')).map((source) => `${path} leads to ${source}`)
  }
  // By the compiler's eyes: what a program writes into other files looks like an import, too.
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.') && !fileName.endsWith('.js'))
    .map(({ fileName }) => `${path} imports ${fileName}, which Node will not find`)
}

function targetsOf(target: unknown): string[] {
  if (typeof target === 'string') return [target.replace(/^\.\//, '')]
  return typeof target === 'object' && target !== null ? Object.values(target).flatMap(targetsOf) : []
}
