/** What must be true of a package before strangers install it. */
import type { Manifest } from '../workspace.ts'

const always = ['LICENSE', 'README.md', 'package.json', 'src/index.ts', 'dist/index.js', 'dist/index.d.ts']

/** @param readText the text of a packed file */
export function findPackageProblems(
  manifest: Manifest,
  files: readonly string[],
  readText: (path: string) => string,
): string[] {
  const promised = [...always, ...targetsOf(manifest.exports)]
  return [
    ...[...new Set(promised)].filter((path) => !files.includes(path)).map((path) => `${path} is missing`),
    ...files.filter((path) => isForOurTests(path, files)).map((path) => `${path} is no business of users`),
    ...files
      .filter((path) => /^dist\/.*\.(js|ts|map)$/.test(path))
      .flatMap((path) => findTextProblems(path, readText(path))),
  ]
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
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]*(?<!\.js))['"]/g)].map(
    ([, specifier]) => `${path} imports ${specifier}, which Node will not find`,
  )
}

function targetsOf(target: unknown): string[] {
  if (typeof target === 'string') return [target.replace(/^\.\//, '')]
  return typeof target === 'object' && target !== null ? Object.values(target).flatMap(targetsOf) : []
}
